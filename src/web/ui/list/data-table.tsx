import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/browser/media-query.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import type { Sorted } from '#web/lib/lists/list-params.ts'
import { SelectAllBox, SelectBox } from './select-box.tsx'

export interface Column<Row, Sort extends string = never> {
  title: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, so that digits line up. */
  isNumber?: boolean
  /** Sort key of this column, if sortable. */
  sort?: Sort
  /** Width in a dense table; a column without one takes the rest. */
  width?: 'code' | 'number' | 'amount' | 'person' | 'action' | 'actions'
}

interface Sorting<Sort extends string> {
  sorted: Sorted<Sort>
  onSort: (by: Sort) => void
}

export type DataTableProps<Row, Sort extends string> = {
  /** Content and order of the rows, for screen readers. */
  caption: string
  rows: readonly Row[]
  /** The first column is the row header, the last one is sticky. */
  columns: readonly Column<Row, Sort>[]
  /** The row as a card, for phones; the cells of its columns below each other by default. */
  card?: ((row: Row) => ReactNode) | undefined
  sorting?: Sorting<Sort> | undefined
  /**
   * Selection, with the accessible name of each row; undefined for rows that cannot be selected.
   */
  selection?: (Selection & { nameOf: (row: Row) => string | undefined }) | undefined
  /** Low rows and fixed columns: a cell shows at most two lines, which end with an ellipsis if they are too long. */
  isDense?: boolean
}

/** Media query for cards in place of the table. */
export const cardsInsteadOfTable = '(width < 1024px)'

/** Rows as a table, or as cards on narrow screens. */
export function DataTable<Row extends { _id: string }, Sort extends string = never>(
  props: DataTableProps<Row, Sort>,
) {
  const { caption, rows, card = cardOf(props.columns), sorting, selection, isDense } = props
  const isNarrow = useMediaQuery(cardsInsteadOfTable, { onServer: false })

  if (isNarrow) {
    return (
      <ul className="table-cards" aria-label={caption}>
        {rows.map((row) => (
          <li key={row._id}>{card(row)}</li>
        ))}
      </ul>
    )
  }
  const columns = props.columns.filter(
    ({ cell, sort }) => sort || rows.length === 0 || rows.some((row) => !isEmpty(cell(row))),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must do so by keys too
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className={classNames('table table--sticky-end', isDense && 'table--dense')}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <td className="table__select">
                <SelectAllBox selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id} aria-selected={selection?.ids.has(row._id) || undefined}>
              {selection && (
                <td className="table__select">
                  <SelectBox selection={selection} id={row._id} name={selection.nameOf(row)} />
                </td>
              )}
              {columns.map(({ title, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className={classNames(isNumber && 'table__number')}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the columns have of a row, below each other. */
export const cardOf =
  <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) =>
  (row: Row): ReactNode =>
    columns
      .map(({ title, cell }) => ({ title, shown: cell(row) }))
      .filter(({ shown }) => !isEmpty(shown))
      .map(({ title, shown }) => <div key={title}>{shown}</div>)

/** A column without any value is left out, unless its heading sorts. */
const isEmpty = (cell: ReactNode) =>
  cell === undefined || cell === null || cell === false || cell === ''

type ColumnHeadProps<Row, Sort extends string> = {
  column: Column<Row, Sort>
  sorting: Sorting<Sort> | undefined
}

function ColumnHead<Row, Sort extends string>({ column, sorting }: ColumnHeadProps<Row, Sort>) {
  const { title, isNumber, sort, width } = column
  const className = classNames(isNumber && 'table__number', width && `table__${width}-column`)
  if (!sort || !sorting) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  }
  const isSorted = sorting.sorted.sort === sort
  const isRising = sorting.sorted.direction === 'asc'
  const Icon = isSorted ? (isRising ? ChevronUp : ChevronDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => sorting.onSort(sort)}>
        {title}
        <Icon />
      </button>
    </th>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand right, so that their digits line up. */
  isNumber?: boolean
}

type DataTableProps<Row> = {
  /** What the rows are and how they are ordered, for screen readers. */
  caption: string
  rows: readonly Row[]
  /** The first one names the row, the last one stays in sight when the table scrolls. */
  columns: readonly Column<Row>[]
  /** The same row on a phone. */
  card: (row: Row) => ReactNode
}

/** Rows as a table, or as a list of cards where a table would not fit. */
export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { caption, rows, columns, card } = props
  const isNarrow = useMediaQuery('(width <= 760px)', { onServer: false })

  if (isNarrow) {
    return (
      <ul className="table-cards" aria-label={caption}>
        {rows.map((row) => (
          <li key={row._id}>{card(row)}</li>
        ))}
      </ul>
    )
  }
  return (
    <div className="table-scroll">
      <table className="table table--sticky-end">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={classNames(isNumber && 'table__number')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
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
    </div>
  )
}

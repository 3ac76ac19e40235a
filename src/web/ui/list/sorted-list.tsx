import { type ShownRows, type Sorted, sortedBy } from '#web/lib/lists/list-params.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { NumberedList, type NumberedListProps } from './numbered-list.tsx'
import { SortSelect, type SortTexts } from './sort-select.tsx'

type SortedListProps<Row, Sort extends string, Shown extends ShownRows & Sorted<Sort>> = Omit<
  NumberedListProps<Row, Shown>,
  'tools' | 'children'
> &
  Omit<DataTableProps<Row, Sort>, 'rows' | 'sorting'> & {
    sortTexts: SortTexts<Sort>
    /** The orders that a first press reads from A to Z; the others begin with the highest. */
    textColumns: readonly Sort[]
  }

/** A numbered list of rows that are sorted: in a table by its headings, as cards by a choice above. */
export function SortedList<
  Row extends { _id: string },
  Sort extends string,
  Shown extends ShownRows & Sorted<Sort>,
>(props: SortedListProps<Row, Sort, Shown>) {
  const { sortTexts, textColumns, caption, columns, card, selection, ...list } = props
  const { shown, show } = list
  // Safe: whatever else of such a list is shown, it is sorted.
  const sort = (sorted: Sorted<Sort>) => show(sorted as Partial<Shown>)
  return (
    <NumberedList {...list} tools={<SortSelect texts={sortTexts} sorted={shown} onSort={sort} />}>
      {(rows) => (
        <DataTable
          caption={caption}
          rows={rows}
          columns={columns}
          card={card}
          sorting={{ sorted: shown, onSort: (by) => sort(sortedBy(shown, by, textColumns)) }}
          selection={selection}
        />
      )}
    </NumberedList>
  )
}

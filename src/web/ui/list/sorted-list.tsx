import { type ListParams, type Sorted, nextSort } from '#web/lib/lists/list-params.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { NumberedList, type NumberedListProps } from './numbered-list.tsx'
import { SortSelect, type SortTexts } from './sort-select.tsx'

type SortedListProps<Row, Sort extends string, Params extends ListParams & Sorted<Sort>> = Omit<
  NumberedListProps<Row, Params>,
  'tools' | 'children'
> &
  Omit<DataTableProps<Row, Sort>, 'rows' | 'sorting'> & {
    sortTexts: SortTexts<Sort>
    /** Columns that sort ascending at first; others sort descending. */
    textColumns: readonly Sort[]
  }

/** A sortable NumberedList: by column headings in a table, by a select for cards. */
export function SortedList<
  Row extends { _id: string },
  Sort extends string,
  Params extends ListParams & Sorted<Sort>,
>(props: SortedListProps<Row, Sort, Params>) {
  const { sortTexts, textColumns, caption, columns, card, selection, isDense, ...list } = props
  const { params, setParams } = list
  // Safe: Params extends Sorted<Sort>.
  const sort = (sorted: Sorted<Sort>) => setParams(sorted as Partial<Params>)
  return (
    <NumberedList {...list} tools={<SortSelect texts={sortTexts} sorted={params} onSort={sort} />}>
      {(rows) => (
        <DataTable
          caption={caption}
          rows={rows}
          columns={columns}
          card={card}
          sorting={{ sorted: params, onSort: (by) => sort(nextSort(params, by, textColumns)) }}
          selection={selection}
          isDense={isDense ?? false}
        />
      )}
    </NumberedList>
  )
}

import { type FileImport, type ImportRow, imports } from '#contract/imports/imports.ts'
import { read } from '#web/lib/api/api.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { countsOf, importRows } from './import-list.ts'
import { kinds } from './kinds.ts'
import { RowEffect } from './row-effect.tsx'

/** Rows of a file with the changes they make. */
export function ImportRows({ made }: { made: FileImport }) {
  const params = { id: made._id }
  const shown = useManagedList(importRows(made), {
    rows: ({ tab, page, limit }) =>
      read(imports.rows, {
        params,
        query: { page, limit, ...(tab === 'kept' ? { kept: 'true' } : { outcome: tab }) },
      }),
    counts: () => ({ ...read(imports.one, { params }), select: countsOf }),
  })
  return (
    <ManagedTable
      shown={shown}
      caption={`${kinds[made.of].title} of the file, in its order`}
      columns={columns}
      renderEmpty={() => <EmptyState heading="h2" title={`No ${shown.list.noun.many} here`} />}
    />
  )
}

const product = ({ name, line }: ImportRow) => (
  <span>
    <span className="table__main">{name || 'No name'}</span>
    <small>{line === null ? 'Not in the file' : `Line ${line}`}</small>
  </span>
)

const columns: Column<ImportRow>[] = [
  { title: 'Product', cell: product },
  { title: 'Car', cell: ({ car }) => car },
  { title: 'Change', cell: RowEffect },
]

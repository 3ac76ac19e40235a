import type { ImportRow } from '#contract/imports.ts'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { RowEffect } from './row-effect.tsx'

/** Rows of a file with the changes they make. */
export const ImportRows = ({ rows }: { rows: readonly ImportRow[] }) => (
  <DataTable caption="Rows of the file, in its order" rows={rows} columns={columns} card={card} />
)

const product = ({ name, line }: ImportRow) => (
  <span>
    <span className="table__main">{name || 'No name'}</span>
    <small>{line === null ? 'Not in the file' : `Line ${line}`}</small>
  </span>
)

const card = (row: ImportRow) => (
  <>
    {product(row)}
    <RowEffect {...row} />
  </>
)

const columns: Column<ImportRow>[] = [
  { title: 'Product', cell: product },
  { title: 'Change', cell: RowEffect },
]

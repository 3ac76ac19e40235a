import { sql } from 'kysely'
import type { ImportRow, RowOutcome } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import type { ImportPage } from '../imports/kind.ts'
import { hasOutcome, shownOutcome } from '../imports/tables.ts'

interface Row {
  line: number
  part: number
  outcome: RowOutcome
  name: string | null
  part_number: string
  product_id: string | null
  changes: ImportRow['changes']
  problem: string | null
  note: string | null
}

/** One page of what an import does, in the order of the file; what it removes comes first. */
export async function listNumberRows(
  db: Db,
  id: string,
  { page, limit, outcome, kept }: ImportPage,
): Promise<ImportRow[]> {
  const { rows } = await sql<Row>`
    select r.line, r.part, ${shownOutcome} as outcome, p.name, r.part_number, r.product_id, r.changes, r.problem, i.note
    from number_import_rows r
    left join products p on p.id = r.product_id
    left join number_import_products i on i.import_id = r.import_id and i.product_id = r.product_id
    where r.import_id = ${id}
      and ${outcome ? hasOutcome(outcome) : sql`outcome is not null`}
      and ${kept ? sql`i.note is not null and r.outcome in ('new', 'changed', 'removed')` : sql`true`}
    order by r.line, r.part limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows.map((row) => ({
    _id: row.line === 0 ? `0-${row.part}` : String(row.line),
    line: row.line === 0 ? null : row.line,
    outcome: row.outcome,
    name: row.name ?? row.part_number,
    product: row.name === null ? null : row.product_id,
    changes: row.outcome === 'skipped' ? [] : row.changes,
    problems: row.problem === null ? [] : [row.problem],
    note: row.note,
  }))
}

import { csvColumns } from '#contract/imports/imports.ts'
import type { ImportRow } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import { details, shownValue } from './columns.ts'
import type { Value } from './columns.ts'
import type { ImportPage } from './kind.ts'
import { hasOutcome, shownOutcome } from './tables.ts'

/** One page of what an import of products does, in the order of the file. */
export async function listProductRows(
  db: Db,
  id: string,
  { page, limit, outcome, kept }: ImportPage,
): Promise<ImportRow[]> {
  let query = db
    .selectFrom('product_import_rows')
    .selectAll()
    .select(shownOutcome.as('shown'))
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(limit)
    .offset((page - 1) * limit)
  if (outcome === 'removed') return []
  if (outcome) query = query.where(hasOutcome(outcome))
  if (kept) query = query.where('note', 'is not', null)
  const rows = await query.execute()
  return rows.map(({ line, before, after, stock, delta, ...row }) => ({
    _id: String(line),
    line,
    outcome: row.shown,
    name: row.name,
    product: row.product_id,
    changes:
      row.shown === 'wrong' || row.shown === 'skipped'
        ? []
        : [
            ...details
              .filter((column) => column in after)
              .map((column) => ({
                column: csvColumns[column],
                before: textOf(column, before[column]),
                after: textOf(column, after[column]),
              })),
            ...(delta === 0
              ? []
              : [
                  {
                    column: csvColumns.quantity,
                    before: row.shown === 'new' ? null : String(stock),
                    after: String(stock + delta),
                  },
                ]),
          ],
    problems: row.problems,
    note: row.note,
  }))
}

const textOf = (column: (typeof details)[number], value: unknown) =>
  // Safe: the check stores the values of these columns.
  shownValue(column, value as Value) || null

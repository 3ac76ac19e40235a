import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import { counted, hasOutcome, importTables, tableOf } from './tables.ts'

export const otherRowProblem = 'Another row about this part has an error'

/** Rows of the parts of an import that have a wrong row. */
export const ofPartsWithErrors = (of: ImportKind, importId: string) => sql`
  product_id in (
    select product_id from ${sql.table(importTables[of].rows)}
    where import_id = ${importId} and ${hasOutcome('wrong')})`

/**
 * Leaves out every part with a wrong row, with all its rows: the rest of them may not say what the file means. Once for
 * a checked import, before it is applied.
 */
export async function leaveOutWrong(trx: Db, of: ImportKind, importId: string) {
  const { products } = importTables[of]
  const rows = sql.table(importTables[of].rows)
  const ofParts = sql`import_id = ${importId} and ${ofPartsWithErrors(of, importId)}`
  const why =
    of === 'products'
      ? sql`problems = array[${otherRowProblem}]`
      : sql`problem = ${otherRowProblem}`
  await sql`
    update ${rows} set outcome = 'wrong', left_out = true, ${why}
    where ${ofParts} and outcome <> 'wrong' and line > 0`.execute(trx)
  if (products) {
    await sql`delete from ${rows} where ${ofParts} and line = 0`.execute(trx)
    await sql`delete from ${sql.table(products)} where ${ofParts}`.execute(trx)
  }
  const parts = sql`, parts = (select count(*) from fitment_import_products where import_id = ${importId})`
  await sql`
    update ${tableOf(of)} set ${counted(of, importId)} ${of === 'fitments' ? parts : sql``}
    where id = ${importId}`.execute(trx)
}

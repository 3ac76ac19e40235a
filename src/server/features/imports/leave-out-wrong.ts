import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/imports.ts'
import type { Db } from '../../db/index.ts'
import { counted, importTables, tableOf } from './tables.ts'

const reason = 'Another row about this part has an error'

/**
 * Leaves out every part with a wrong row, with all its rows: the rest of them may not say what the file means. Once for
 * a checked import, before it is applied.
 */
export async function leaveOutWrong(trx: Db, of: ImportKind, importId: string) {
  const [rows, changed] = importTables[of].rows.map((table) => sql.table(table))
  const ofParts = sql`import_id = ${importId} and product_id in (
    select product_id from ${rows} where import_id = ${importId} and outcome = 'wrong')`
  const why = of === 'products' ? sql`problems = array[${reason}]` : sql`problem = ${reason}`
  await sql`
    update ${rows} set outcome = 'skipped', ${why}
    where ${ofParts} and outcome <> 'wrong' and line > 0`.execute(trx)
  if (changed) {
    await sql`delete from ${rows} where ${ofParts} and line = 0`.execute(trx)
    await sql`delete from ${changed} where ${ofParts}`.execute(trx)
  }
  const parts = sql`, parts = (select count(*) from ${changed} where import_id = ${importId})`
  await sql`
    update ${tableOf(of)} set ${counted(of, importId)} ${of === 'fitments' ? parts : sql``}
    where id = ${importId}`.execute(trx)
}

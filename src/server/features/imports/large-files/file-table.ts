import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { indexed } from '../../../db/temporary-table.ts'

interface Rows {
  table: 'product_import_rows' | 'number_import_rows'
  importId: string
  /** Which of its rows; all if undefined. */
  condition?: RawBuilder<unknown>
}

/**
 * The rows of one file as the temporary table `file_rows`, until the end of the transaction. The statistics of the
 * table of all files may be older than the file; the planner then expects one row of it, and reads all of them again for each.
 * It knows how many rows a table of its own has. `place` is where a row is stored, by which
 * `where r.ctid = place` finds it again: what an index would cost depends on these statistics, too.
 */
export async function loadFileRows(trx: Db, { table, importId, condition }: Rows) {
  await sql`
    create temp table file_rows on commit drop as
    select stored.*, stored.ctid as place from ${sql.table(table)} as stored
    where import_id = ${importId} and ${condition ?? sql`true`}`.execute(trx)
  await indexed(trx, 'file_rows', 'line')
}

import { sql } from 'kysely'
import type { Db } from './index.ts'

/** Makes a temporary table known to the planner, with an index of the columns by which others look for its rows. */
export async function indexed(trx: Db, table: string, columns: string) {
  await sql`create index on ${sql.table(table)} (${sql.raw(columns)})`.execute(trx)
  await sql`analyze ${sql.table(table)}`.execute(trx)
}

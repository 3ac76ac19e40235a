import { sql } from 'kysely'
import { importKinds } from '#contract/imports/imports.ts'
import type { ImportKind } from '#contract/imports/imports.ts'
import type { Database, Db } from '../../../db/index.ts'
import { importTables, tableOf } from '../tables.ts'

async function removeImport(db: Db, of: ImportKind, id: string) {
  const { imports, rows, products = [], pieces } = importTables[of]
  for (const table of [rows, products, pieces].flat()) {
    await sql`delete from ${sql.table(table)} where import_id = ${id}`.execute(db)
  }
  await sql`delete from ${sql.table(imports)} where id = ${id} and state = 'reading'`.execute(db)
}

/** Removes an import whose file is not read to its end, and passes on the reason. */
export async function orRemoved<T>(
  database: Database,
  of: ImportKind,
  id: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    // What cannot be removed now is removed by the job.
    await database.forMinutes(({ db }) => removeImport(db, of, id)).catch(() => {})
    throw error
  }
}

/** Longer than a call that reads a file may take: nobody reads such a file any more. */
const readingMinutes = 10

/** Removes imports whose node ended while it read their file: the sender has no answer, and sends it again. */
export async function removeUnfinished(database: Database): Promise<void> {
  for (const of of importKinds) {
    const { rows } = await sql<{ id: string }>`
      select id from ${tableOf(of)} where state = 'reading'
        and changed_at < now() - make_interval(mins => ${readingMinutes})`.execute(database.db)
    for (const { id } of rows) {
      await database.forMinutes(({ db }) => removeImport(db, of, id))
    }
  }
}

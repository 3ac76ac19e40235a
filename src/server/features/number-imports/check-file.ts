import type { NumberImportMode } from '#contract/numbers/number-files.ts'
import type { Database } from '../../db/index.ts'
import { copyRows } from '../imports/copy-rows.ts'
import { checkNumbers } from './check-numbers.ts'
import { numberRowsOf, readRow } from './read-row.ts'
import type { ReadNumber } from './read-row.ts'

const rowsAtOnce = 2500

const columns = [
  'line',
  'part_number',
  'part_key',
  'kind',
  'brand',
  'number',
  'successor',
  'successor_key',
  'problem',
] as const satisfies (keyof ReadNumber)[]

interface File {
  name: string
  mode: NumberImportMode
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

/** Stores the rows of a file with what each would change, and returns the id of the import. Changes no product. */
export async function checkFile(
  database: Database,
  { name, mode, userId, bytes }: File,
): Promise<string> {
  const { db, pool } = database
  const { id } = await db
    .insertInto('number_imports')
    .values({ user_id: userId, file_name: name, mode })
    .returning('id')
    .executeTakeFirstOrThrow()
  let batch: ReadNumber[] = []
  const flush = async () => {
    const rows = batch.map((row) => ({ import_id: id, ...row }))
    batch = []
    await copyRows(pool, 'number_import_rows', ['import_id', ...columns], rows)
  }
  for await (const row of numberRowsOf(bytes)) {
    batch.push(readRow(row))
    if (batch.length === rowsAtOnce) await flush()
  }
  if (batch.length > 0) await flush()
  await database.withoutTimeouts((patient) =>
    patient.db.transaction().execute((trx) => checkNumbers(trx, { importId: id, mode })),
  )
  return id
}

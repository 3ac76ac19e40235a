import type { Database } from '../../db/index.ts'
import { copyRows } from '../imports/copy-rows.ts'
import { inBatches } from '../imports/csv-rows.ts'
import { keptWhileReceived, removeUnlessRefused } from '../imports/large-files/kept-file.ts'
import type { UploadedFile } from '../imports/kind.ts'
import { checkNumbers } from './check-numbers.ts'
import { numberRowsOf, readRow } from './read-row.ts'
import type { ReadNumber } from './read-row.ts'
import { refuseDoubtful } from './refuse-doubtful.ts'

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

/** Stores the rows of a file with what each would change. Changes no product. */
export async function checkFile(
  database: Database,
  { importId, mode, onlyKnown, bytes, signal }: UploadedFile,
) {
  const kept = keptWhileReceived(database.db, 'numbers', importId, bytes)
  for await (const batch of inBatches(numberRowsOf(kept, mode), rowsAtOnce)) {
    const rows = await refuseDoubtful(database.db, batch.map(readRow))
    const stored = rows.map((row) => ({ import_id: importId, ...row }))
    await copyRows(database.pool, 'number_import_rows', ['import_id', ...columns], stored)
  }
  const checked = { importId, mode, onlyKnown }
  await database.forMinutes(
    (long) => long.db.transaction().execute((trx) => checkNumbers(trx, checked)),
    signal,
  )
  await removeUnlessRefused(database.db, 'numbers', importId)
}

import { sql } from 'kysely'
import type { FitmentImportMode } from '#contract/vehicles/fitment-imports.ts'
import type { Connections } from '../../db/index.ts'
import { fitmentRowsOf } from './file-columns.ts'
import { readRow } from './read-row.ts'
import type { ReadFitment } from './read-row.ts'
import { storeRows } from './store-rows.ts'

const rowsAtOnce = 2500

interface File {
  name: string
  mode: FitmentImportMode
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores the rows of a file as it is received, and requests their check by the job. Returns the id of the import.
 */
export async function receiveFile(
  { db, pool }: Connections,
  { name, mode, userId, bytes }: File,
): Promise<string> {
  const { id } = await db
    .insertInto('fitment_imports')
    .values({ user_id: userId, file_name: name, mode })
    .returning('id')
    .executeTakeFirstOrThrow()
  let batch: ReadFitment[] = []
  for await (const row of fitmentRowsOf(bytes)) {
    batch.push(...readRow(row))
    if (batch.length >= rowsAtOnce) {
      await storeRows(pool, id, batch)
      batch = []
    }
  }
  if (batch.length > 0) await storeRows(pool, id, batch)
  await db
    .updateTable('fitment_imports')
    .set({ state: 'checking', changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return id
}

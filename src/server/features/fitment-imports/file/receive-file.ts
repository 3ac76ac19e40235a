import { sql } from 'kysely'
import type { FitmentImportMode } from '#contract/vehicles/fitment-imports.ts'
import type { Db } from '../../../db/index.ts'
import { fitmentRowsOf } from './file-columns.ts'
import { removePieces, storePieces } from './pieces.ts'
import type { Beginning } from './pieces.ts'

interface File {
  name: string
  mode: FitmentImportMode
  userId: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores a file as it is received, and requests that the job reads and checks it: the rows of a large file would take
 * longer than an upload may. Returns the id of the import.
 */
export async function receiveFile(db: Db, { name, mode, userId, bytes }: File): Promise<string> {
  const { id } = await db
    .insertInto('fitment_imports')
    .values({ user_id: userId, file_name: name, mode })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    await tryToRead(await storePieces(db, id, bytes))
  } catch (error) {
    await removePieces(db, id)
    throw error
  }
  await db
    .updateTable('fitment_imports')
    .set({ state: 'checking', changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return id
}

/** Refuses a file whose headings cannot be read at once; a short one also for what is wrong later in it. */
async function tryToRead({ bytes, isWholeFile }: Beginning) {
  // Not in the middle of a row or of a letter.
  const readable = isWholeFile ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  const rows = fitmentRowsOf(only(readable.byteLength > 0 ? readable : bytes))
  for (;;) {
    const { done } = await rows.next()
    if (done || !isWholeFile) break
  }
  await rows.return(undefined)
}

async function* only(bytes: Buffer) {
  yield bytes
}

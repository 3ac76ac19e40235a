import { sql } from 'kysely'
import type { Database } from '../../../db/index.ts'
import type { UploadedFile } from '../../imports/kind.ts'
import { fitmentRowsOf } from './file-columns.ts'
import { storePieces } from './pieces.ts'
import type { Beginning } from './pieces.ts'

/**
 * Stores a file as it is received, and requests that the job reads and checks it: the rows of a large file would take
 * longer than an upload may.
 */
export async function receiveFile({ db }: Database, { importId, bytes }: UploadedFile) {
  await tryToRead(await storePieces(db, importId, bytes))
  await db
    .updateTable('fitment_imports')
    .set({ state: 'checking', changed_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .execute()
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

import { sql } from 'kysely'
import { fitmentFileBytesMax } from '#contract/imports/fitment-files.ts'
import type { ImportMode } from '#contract/imports/imports.ts'
import type { Database, Db } from '../../../db/index.ts'
import { AppError } from '../../../errors/errors.ts'
import type { UploadedFile } from '../../imports/kind.ts'
import { keptWhileReceived } from '../../imports/large-files/kept-file.ts'
import { fitmentRowsOf } from './file-columns.ts'

/**
 * Stores a file as it is received, and requests that the job reads and checks it: the rows of a large file would take
 * longer than an upload may.
 */
export async function receiveFile({ db }: Database, { importId, mode, bytes }: UploadedFile) {
  await tryToRead(await keepFile(db, importId, bytes), mode)
  await db
    .updateTable('fitment_imports')
    .set({ state: 'checking', changed_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .execute()
}

/** The beginning of a file that is kept. */
interface Beginning {
  bytes: Buffer
  isWholeFile: boolean
}

async function keepFile(
  db: Db,
  importId: string,
  received: AsyncIterable<Uint8Array>,
): Promise<Beginning> {
  let beginning: Buffer | undefined
  let size = 0
  for await (const bytes of keptWhileReceived(db, 'fitments', importId, received)) {
    beginning ??= bytes
    size += bytes.byteLength
    if (size > fitmentFileBytesMax) throw new AppError('too-large')
  }
  return { bytes: beginning ?? Buffer.alloc(0), isWholeFile: size === (beginning?.byteLength ?? 0) }
}

/** Refuses a file whose headings cannot be read at once; a short one also for what is wrong later in it. */
async function tryToRead({ bytes, isWholeFile }: Beginning, mode: ImportMode) {
  // Not in the middle of a row or of a letter.
  const readable = isWholeFile ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  const rows = fitmentRowsOf(only(readable.byteLength > 0 ? readable : bytes), mode)
  for (;;) {
    const { done } = await rows.next()
    if (done || !isWholeFile) break
  }
  await rows.return(undefined)
}

async function* only(bytes: Buffer) {
  yield bytes
}

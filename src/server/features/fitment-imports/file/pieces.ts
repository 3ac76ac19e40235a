import { sql } from 'kysely'
import { fitmentFileBytesMax } from '#contract/imports/fitment-files.ts'
import type { Db } from '../../../db/index.ts'
import { AppError } from '../../../errors/errors.ts'

const pieceBytes = 1024 * 1024

/** The beginning of a file that is stored. */
export interface Beginning {
  bytes: Buffer
  isWholeFile: boolean
}

/** Stores a file as it is received, in pieces of a megabyte. Returns the first of them. */
export async function storePieces(
  db: Db,
  importId: string,
  received: AsyncIterable<Uint8Array>,
): Promise<Beginning> {
  let beginning: Buffer | undefined
  let size = 0
  let piece = 0
  for await (const bytes of inPieces(received)) {
    beginning ??= bytes
    size += bytes.byteLength
    if (size > fitmentFileBytesMax) throw new AppError('too-large')
    piece += 1
    await db
      .insertInto('fitment_import_pieces')
      .values({ import_id: importId, piece, bytes })
      .execute()
  }
  return { bytes: beginning ?? Buffer.alloc(0), isWholeFile: piece <= 1 }
}

async function* inPieces(received: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const bytes of received) {
    parts.push(bytes)
    size += bytes.byteLength
    if (size < pieceBytes) continue
    let rest = Buffer.concat(parts)
    for (; rest.byteLength >= pieceBytes; rest = rest.subarray(pieceBytes)) {
      yield rest.subarray(0, pieceBytes)
    }
    parts = [rest]
    size = rest.byteLength
  }
  if (size > 0) yield Buffer.concat(parts)
}

export async function countPieces(db: Db, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('fitment_import_pieces')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return count
}

/** The file again, one piece at a time. */
export async function* piecesOf(
  db: Db,
  importId: string,
  count: number,
  onRead: (share: number) => Promise<unknown>,
): AsyncGenerator<Buffer> {
  for (let piece = 1; piece <= count; piece += 1) {
    const { bytes } = await db
      .selectFrom('fitment_import_pieces')
      .select('bytes')
      .where('import_id', '=', importId)
      .where('piece', '=', piece)
      .executeTakeFirstOrThrow()
    yield bytes
    await onRead(piece / count)
  }
}

export const removePieces = (db: Db, importId: string) =>
  db.deleteFrom('fitment_import_pieces').where('import_id', '=', importId).execute()

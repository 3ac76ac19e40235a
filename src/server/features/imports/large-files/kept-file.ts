import { sql } from 'kysely'
import type { ImportKind } from '#contract/imports/imports.ts'
import type { Db } from '../../../db/index.ts'
import { importTables, tableOf } from '../tables.ts'

const pieceBytes = 1024 * 1024

const piecesTable = (of: ImportKind) => sql.table(importTables[of].pieces)

/** A file while it is received, which is kept in pieces of a megabyte. */
export async function* keptWhileReceived(
  db: Db,
  of: ImportKind,
  importId: string,
  received: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let piece = 0
  for await (const bytes of inPieces(received)) {
    piece += 1
    await sql`
      insert into ${piecesTable(of)} (import_id, piece, bytes)
      values (${importId}, ${piece}, ${bytes})`.execute(db)
    yield bytes
  }
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

/** The number of pieces of a file; 0 if it is not kept. */
export async function countPieces(db: Db, of: ImportKind, importId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${piecesTable(of)}
    where import_id = ${importId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A kept file, one piece at a time. */
export async function* piecesOf(
  db: Db,
  of: ImportKind,
  importId: string,
  onRead?: (piece: number) => Promise<unknown>,
): AsyncGenerator<Buffer> {
  for (let piece = 1; ; piece += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from ${piecesTable(of)}
      where import_id = ${importId} and piece = ${piece}`.execute(db)
    const [found] = rows
    if (!found) return
    yield found.bytes
    await onRead?.(piece)
  }
}

export const removePieces = (db: Db, of: ImportKind, importId: string) =>
  sql`delete from ${piecesTable(of)} where import_id = ${importId}`.execute(db)

/** Ends the keeping of a checked file of which nothing is left out, so that no row of it will be asked for. */
export const removeUnlessRefused = (db: Db, of: ImportKind, importId: string) =>
  sql`
    delete from ${piecesTable(of)} where import_id in (
      select id from ${tableOf(of)}
      where id = ${importId} and wrong_rows = 0 and skipped_rows = 0)`.execute(db)

import { sql } from 'kysely'
import type { Actor } from '../audit/record.ts'
import type { Database } from '../../db/index.ts'
import type { ImportedKind, UploadedFile } from './kind.ts'
import { orRemoved } from './large-files/unfinished.ts'
import { importTables, tableOf } from './tables.ts'

interface NamedFile extends Omit<UploadedFile, 'importId'> {
  name: string
  actor: Actor
}

/** Reads an uploaded file of a kind, and returns the id of its import. Changes nothing else. */
export async function receiveFile(
  database: Database,
  { of, receive }: ImportedKind,
  { name, actor, ...file }: NamedFile,
): Promise<string> {
  const { removes } = importTables[of]
  const { rows } = await sql<{ id: string }>`
    insert into ${tableOf(of)} (user_id, file_name, request_id, only_known ${removes ? sql`, mode` : sql``})
    values (${actor.id}, ${name}, ${actor.requestId ?? null}, ${file.onlyKnown}
      ${removes ? sql`, ${file.mode}` : sql``})
    returning id`.execute(database.db)
  const { id: importId = '' } = rows[0] ?? {}
  await orRemoved(database, of, importId, () => receive(database, { ...file, importId }))
  return importId
}

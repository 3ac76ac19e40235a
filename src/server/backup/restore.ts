import { createReadStream } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Client } from 'pg'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { keptFiles } from './dump.ts'
import { readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { listTables, refuseInUse } from './tables.ts'

interface Restore {
  /** A database of a shop that nobody has used yet, or an empty one. */
  url: string
  dataDir: string
  folder: string
  /** Sends the mails that had not left the shop at the moment of the backup. */
  sendMails?: boolean
}

/**
 * Makes the shop what it was at the moment of the backup, then brings it to today's schema.
 * Throws, with nothing changed, for a damaged backup, a database in use, or one that holds a shop.
 */
export async function restore({
  url,
  dataDir,
  folder,
  sendMails = false,
}: Restore): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await refuseInUse(client)
    await refuseUsed(client)
    await emptyDatabase(client)
    await migrated(url, manifest.migration)
    await load(client, manifest, folder)
  } finally {
    await client.end()
  }
  await migrated(url)
  if (!sendMails) await forgetMails(url)
  for (const name of keptFiles) {
    await cp(join(folder, name), join(dataDir, name), { recursive: true }).catch(ignoreMissing)
  }
  return manifest
}

async function refuseUsed(client: ClientBase) {
  for (const { name } of await listTables(client)) {
    if (name !== 'public.users' && name !== 'public.orders') continue
    const { rows } = await client.query(`select from ${name} limit 1`)
    if (rows.length > 0) throw new Error(`The database holds a shop: ${name} is not empty`)
  }
}

/** A backup is loaded into the schema of its own time, which only migrations from nothing can make. */
async function emptyDatabase(client: ClientBase) {
  await client.query(`
    drop schema if exists identity cascade;
    drop schema public cascade;
    create schema public`)
}

async function migrated(url: string, to?: string) {
  const database = openDatabase(url, { max: 1 })
  try {
    await migrate(database, { to })
  } finally {
    await database.close()
  }
}

/** What waited to be sent has left the shop since, or is sent by the one that is rehearsed beside. */
async function forgetMails(url: string) {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('delete from outbox where sent_at is null')
    await client.query('update order_mails set made_at = now() where made_at is null')
  } finally {
    await client.end()
  }
}

async function load(client: ClientBase, { tables }: Manifest, folder: string) {
  await client.query('begin')
  // What triggers and migrations add is in the backup already.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns, file, rows } of tables) {
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
    await pipeline(createReadStream(join(folder, file)), createGunzip(), copy)
    if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} of ${rows} rows`)
  }
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  await continueCounters(client)
  await client.query('commit')
  await client.query('analyze')
}

/** Identity columns go on after the highest number that was given out. */
async function continueCounters(client: ClientBase) {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
      attrelid::regclass, attname, attname, attrelid::regclass) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relkind = 'r'
      and relnamespace in ('public'::regnamespace, 'identity'::regnamespace)`)
  for (const { statement } of rows) await client.query(statement)
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

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
import { dataFiles } from './dump.ts'
import { readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { listTables, refuseInUse } from './tables.ts'

interface Restore {
  /** An empty database, or one with the tables of a shop but no users and orders. */
  url: string
  dataDir: string
  folder: string
  /** Keeps the mails that were queued at the time of the backup, so that they are sent. */
  sendMails?: boolean
}

/**
 * Restores database and files from a backup, then migrates to the current schema. Throws without any change for a
 * damaged backup, a database in use or one with data.
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
    await refuseNonEmpty(client)
    await emptyDatabase(client)
    await migrateDatabase(url, manifest.migration)
    await load(client, manifest, folder)
  } finally {
    await client.end()
  }
  await migrateDatabase(url)
  if (!sendMails) await discardQueuedMails(url)
  for (const name of dataFiles) {
    await cp(join(folder, name), join(dataDir, name), { recursive: true }).catch(ignoreMissing)
  }
  return manifest
}

async function refuseNonEmpty(client: ClientBase) {
  for (const { name } of await listTables(client)) {
    if (name !== 'public.users' && name !== 'public.orders') continue
    const { rows } = await client.query(`select from ${name} limit 1`)
    if (rows.length > 0) throw new Error(`The database has data: ${name} is not empty`)
  }
}

/** A backup is loaded into its own version's schema, which only migrations of an empty database produce. */
async function emptyDatabase(client: ClientBase) {
  await client.query(`
    drop schema if exists identity cascade;
    drop schema public cascade;
    create schema public`)
}

async function migrateDatabase(url: string, to?: string) {
  const database = openDatabase(url, { max: 1 })
  try {
    await migrate(database, { to })
  } finally {
    await database.close()
  }
}

/** Queued mails were sent after the backup, or are sent by the shop that still runs during a rehearsal. */
async function discardQueuedMails(url: string) {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('delete from outbox where sent_at is null')
    await client.query('delete from owner_notices')
    await client.query('update order_mails set made_at = now() where made_at is null')
    await client.query(
      `insert into order_mails (order_id, kind, reference, details, made_at)
       select id, 'placed', '', '{}', now() from orders where held_until is not null
       on conflict do nothing`,
    )
  } finally {
    await client.end()
  }
}

async function load(client: ClientBase, { tables }: Manifest, folder: string) {
  await client.query('begin')
  // The backup already contains the rows that triggers and migrations add.
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns, file, rows } of tables) {
    const copy = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
    await pipeline(createReadStream(join(folder, file)), createGunzip(), copy)
    if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} of ${rows} rows`)
  }
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  await advanceIdentities(client)
  await client.query('commit')
  await client.query('analyze')
}

/** Identity columns continue after the highest number in use. */
async function advanceIdentities(client: ClientBase) {
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

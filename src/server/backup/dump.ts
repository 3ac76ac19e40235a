import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { digest, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { listTables } from './tables.ts'
import type { Table } from './tables.ts'

/** Files of the data folder that belong in a backup. */
export const dataFiles = ['images', 'secrets.json'] as const

/** The folder that an incomplete backup is written to. */
export const draftOf = (folder: string) => `${folder}.partial`

interface Dump {
  url: string
  dataDir: string
  /** Must not exist yet. Readable by its owner only, since it contains the secrets. */
  folder: string
}

/**
 * Writes a consistent snapshot of database and files into a folder while the shop runs. The folder gets its name
 * only when it is complete.
 */
export async function backUp({ url, dataDir, folder }: Dump): Promise<Omit<Manifest, 'format'>> {
  if (existsSync(folder)) throw new Error(`${folder} already exists: name a new folder`)
  const draft = draftOf(folder)
  await rm(draft, { recursive: true, force: true })
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const manifest = await dumpDatabase(url, draft)
    // After the rows, so that every picture that a row names is included.
    for (const name of dataFiles) await copyIfPresent(join(dataDir, name), join(draft, name))
    await writeManifest(draft, manifest)
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function dumpDatabase(url: string, folder: string) {
  const client = new Client(url)
  try {
    await client.connect()
    return await dumpSnapshot(client, folder)
  } finally {
    await client.end()
  }
}

async function dumpSnapshot(client: ClientBase, folder: string) {
  // One snapshot for all tables.
  await client.query('begin isolation level repeatable read read only')
  // Overrides timeouts of the role: a copy and its checksum take longer than a request.
  await client.query(
    'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
  const { rows } = await client.query<{ at: Date; migration: string }>(
    'select now() as at, max(name) as migration from kysely_migration',
  )
  const [state] = rows
  if (!state?.migration) throw new Error('This is not the database of a shop')
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) tables.push(await dumpTable(client, table, folder))
  await client.query('commit')
  return { createdAt: state.at.toISOString(), migration: state.migration, tables }
}

async function dumpTable(client: ClientBase, { name, columns }: Table, folder: string) {
  const file = `${name.replaceAll('"', '')}.copy.gz`
  const copy = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  await pipeline(copy, createGzip(), createWriteStream(join(folder, file), { mode: 0o600 }))
  return { name, columns, rows: copy.rowCount, file, sha256: await digest(join(folder, file)) }
}

async function copyIfPresent(from: string, to: string) {
  if (!existsSync(from)) return
  await cp(from, to, { recursive: true, preserveTimestamps: true, filter: isStored })
}

/** Skips pictures that are being written: no row names them yet, and they are renamed during the copy. */
const isStored = (path: string) => !path.endsWith('.part')

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, generousTimeouts, templateDatabase } from '../testing/global-setup.ts'
import { openDatabase } from './index.ts'
import type { Database } from './index.ts'
import { isMigrated, migrate } from './migrate.ts'

/** Runs a test with an empty database and drops it afterwards. */
async function withEmptyDatabase(
  work: (database: Database, server: Database, url: string) => Promise<void>,
) {
  const serverUrl = inject('postgresUrl')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(serverUrl, { max: 1, timeouts: generousTimeouts })
  await server.pool.query(`create database ${name}`)
  const url = databaseUrl(serverUrl, name)
  const database = openDatabase(url, { max: 1, timeouts: generousTimeouts })
  await work(database, server, url)
  await database.close()
  await server.pool.query(`drop database ${name}`)
  await server.close()
}

test('a migration may exceed the statement and socket timeouts', () =>
  withEmptyDatabase(async (_, server, url) => {
    const timeouts = { ...generousTimeouts, statementMs: 300, lockMs: 0, idleSocketMs: 1_500 }
    const database = openDatabase(url, { max: 1, timeouts })
    const other = openDatabase(url, { max: 1, timeouts: generousTimeouts })
    const name = new URL(url).pathname.slice(1)
    await other.withoutTimeouts(async ({ pool }) => {
      await pool.query('set idle_in_transaction_session_timeout = 0')
      await pool.query('begin')
      await pool.query('create table users (id uuid)')
      const migrated = migrate(database)
      const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > interval '1.6 s'`
      const isWaiting = async () => (await server.pool.query(waiting, [name])).rowCount
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1)
      await pool.query('rollback')
      await migrated
    })
    await other.close()
    await database.close()
  }))

/** @shows row-71 */
test('a failed migration is named and rolled back', () =>
  withEmptyDatabase(async (database) => {
    const { pool } = database
    await pool.query('create table products (id uuid)')
    await expect(migrate(database)).rejects.toThrow('Migration 0001-shop failed')
    const { rows } = await pool.query("select to_regclass('users') as users")
    expect(rows).toEqual([{ users: null }])
  }))

/** @shows row-71 */
test('nodes that start at the same time migrate once', () =>
  withEmptyDatabase(async (database, _, url) => {
    const nodes = [1, 2, 3].map(() =>
      openDatabase(url, { max: 1, prepares: false, timeouts: generousTimeouts }),
    )
    await Promise.all([database, ...nodes].map((node) => migrate(node)))
    const { rows } = await database.pool.query(
      `select min(name) as first from kysely_migration where name >= '0001'`,
    )
    expect(rows).toEqual([{ first: '0001-shop' }])
    for (const node of nodes) await node.close()
  }))

/** A migrated database with one more entry in its list of migrations. */
async function openWithMigration(name: string) {
  const serverUrl = inject('postgresUrl')
  const database = `shop_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(serverUrl, { max: 1, timeouts: generousTimeouts })
  await server.pool.query(`create database ${database} template ${templateDatabase}`)
  const opened = openDatabase(databaseUrl(serverUrl, database), {
    max: 1,
    timeouts: generousTimeouts,
  })
  onTestFinished(async () => {
    await opened.close()
    await server.pool.query(`drop database ${database}`)
    await server.close()
  })
  await opened.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ])
  return opened
}

/** @shows row-70 */
test('older code starts on a newer database and logs it', async () => {
  const database = await openWithMigration('9999-of-tomorrow')
  const newer: string[][] = []
  const tell = { onNewer: (names: string[]) => newer.push(names) }
  await migrate(database, tell)
  await migrate(database, tell)
  expect(newer).toEqual([['9999-of-tomorrow'], ['9999-of-tomorrow']])
  await expect(migrate(database)).resolves.toBeUndefined()
})

/** @shows row-70 */
test('refuses a database that requires a later release, and names it', async () => {
  const database = await openWithMigration('0000-needs-release-9.9.9')
  await expect(migrate(database)).rejects.toThrow('The database needs release 9.9.9')
  expect(await isMigrated(database.pool)).toBe(false)
})

test('the migrated database names the release that it requires', async () => {
  const database = await openWithMigration('9999-of-tomorrow')
  const { rows } = await database.pool.query(
    `select name from kysely_migration where name < '0001'`,
  )
  expect(rows).toEqual([{ name: '0000-needs-release-0.3.0' }])
  expect(await isMigrated(database.pool)).toBe(true)
})

test('rejects a database with an unknown migration between known ones', async () => {
  const database = await openWithMigration('0001-shop-of-others')
  await expect(migrate(database)).rejects.toThrow('Migration')
})

const folder = join(import.meta.dirname, 'migrations')
const files = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

test('indexes on existing tables use `if not exists`', () => {
  const found = files.flatMap(({ name, text }) => {
    const made = Array.from(
      text.matchAll(/create table (?:if not exists )?([\w."]+)/g),
      ([, table]) => table,
    )
    const indices = text.matchAll(
      /create (?:unique )?index (if not exists )?(\w+)\s+on\s+([\w."]+)/g,
    )
    return Array.from(indices, ([, isCareful, index, table]) =>
      isCareful || made.includes(table) ? [] : [`${name}: ${index}`],
    ).flat()
  })
  expect(found).toEqual([])
})

test('constraints are added without validation, which would hold the lock', () => {
  const found = files.filter(({ text }) =>
    Array.from(text.matchAll(/validate constraint (\w+)/g)).some(([, constraint]) =>
      text.includes(`add constraint ${constraint}`),
    ),
  )
  expect(found.map(({ name }) => name)).toEqual([])
})

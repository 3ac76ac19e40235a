import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, templateDatabase } from '../testing/global-setup.ts'
import { openDatabase } from './index.ts'
import { migrate } from './migrate.ts'

test('a migration may take longer than the statement of a call, whose limit then holds again', async () => {
  const serverUrl = inject('postgresUrl')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(serverUrl, { max: 1 })
  await server.pool.query(`create database ${name}`)
  const { db, pool, close } = openDatabase(databaseUrl(serverUrl, name), { max: 1 })
  Object.assign(pool.options, { statement_timeout: 500, lock_timeout: 0 })
  const other = openDatabase(databaseUrl(serverUrl, name), { max: 1 })
  await other.pool.query('begin')
  await other.pool.query('create table users (id uuid)')

  const migrated = migrate(db)
  const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'
    and clock_timestamp() - query_start > interval '600 ms'`
  const isWaiting = async () => (await server.pool.query(waiting, [name])).rowCount
  await expect.poll(isWaiting).toBe(1)
  await other.pool.query('rollback')
  await migrated
  const { rows } = await pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '500ms' }])

  await other.close()
  await close()
  await server.pool.query(`drop database ${name}`)
  await server.close()
})

/** A migrated database that remembers one migration more. */
async function openWithMigration(name: string) {
  const serverUrl = inject('postgresUrl')
  const database = `shop_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase(serverUrl, { max: 1 })
  await server.pool.query(`create database ${database} template ${templateDatabase}`)
  const { db, pool, close } = openDatabase(databaseUrl(serverUrl, database), { max: 1 })
  onTestFinished(async () => {
    await close()
    await server.pool.query(`drop database ${database}`)
    await server.close()
  })
  await pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ])
  return db
}

test('code that was rolled back starts on the newer database, and says so', async () => {
  const db = await openWithMigration('9999-of-tomorrow')
  const newer: string[][] = []
  const tell = { onNewer: (names: string[]) => newer.push(names) }
  await migrate(db, tell)
  await migrate(db, tell)
  expect(newer).toEqual([['9999-of-tomorrow'], ['9999-of-tomorrow']])
  await expect(migrate(db)).resolves.toBeUndefined()
})

test('a database with a migration between ours, which is of another history, is refused', async () => {
  const db = await openWithMigration('0001-shop-of-others')
  await expect(migrate(db)).rejects.toThrow('Migration')
})

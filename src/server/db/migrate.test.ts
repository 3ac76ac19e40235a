import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { databaseUrl } from '../testing/global-setup.ts'
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

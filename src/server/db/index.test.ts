import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { databaseRefusal } from '../errors/errors.ts'
import { hasTimeLimits, openDatabase } from './index.ts'
import { prepared } from './prepared.ts'

test('a broken connection fails the request of its transaction only', async () => {
  const { db, pool, close } = openDatabase(inject('postgresUrl'), { max: 2 })
  const failed = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const pid = [rows[0]?.pid]
    await pool.query('select pg_terminate_backend($1)', pid)
    await expect
      .poll(async () => (await pool.query('select from pg_stat_activity where pid = $1', pid)).rows)
      .toEqual([])
    await sql`select`.execute(trx)
  })
  const error = await failed.catch((thrown: unknown) => thrown)
  expect(databaseRefusal(error)?.code).toBe('unavailable')
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  await close()
})

/** @shows row-71 */
test('statements are prepared, except behind a pooler', async () => {
  const one = prepared<{ one: number }>('one', () => 'select 1 as one')
  for (const prepares of [true, false]) {
    const { pool, close } = openDatabase(inject('postgresUrl'), { max: 1, prepares })
    expect(await one(pool)).toEqual([{ one: 1 }])
    const { rows } = await pool.query('select name from pg_prepared_statements')
    expect(rows).toEqual(prepares ? [{ name: 'one' }] : [])
    await close()
  }
})

/** @shows row-71 */
test('detects a pooler that drops the timeouts', async () => {
  const { pool, close } = openDatabase(inject('postgresUrl'), { max: 1 })
  expect(await hasTimeLimits(pool)).toBe(true)
  await pool.query('set lock_timeout = 0')
  expect(await hasTimeLimits(pool)).toBe(false)
  await close()
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shop as calls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const ask = async () => {
  const asked = [calls.health, calls.ready, calls.live].map((e) => shop.call(undefined, e, {}))
  return (await Promise.all(asked)).map(({ status }) => status)
}

test('readiness fails, liveness stays ok while a migration is missing', async () => {
  expect(await ask()).toEqual([200, 200, 200])
  const { pool } = shop.database
  const last = '(select max(name) from kysely_migration)'
  const { rows } = await pool.query(`delete from kysely_migration where name = ${last} returning *`)
  expect(await ask()).toEqual([200, 503, 200])
  await pool.query('insert into kysely_migration values ($1, $2)', Object.values(rows[0]))
  expect(await ask()).toEqual([200, 200, 200])
})

/** @shows row-70 */
test('readiness fails, liveness stays ok without a database', async () => {
  const query = vi.spyOn(shop.database.pool, 'query')
  query.mockRejectedValue(new Error('Connection terminated'))
  expect(await ask()).toEqual([503, 503, 200])
  query.mockRestore()
  expect(await ask()).toEqual([200, 200, 200])
})

test('the health response has the version of package.json and only declared fields', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { body } = await shop.call(undefined, calls.health, {})
  expect(body).toEqual({
    status: 'ok',
    version,
    invariants: { checkedAt: null, violations: 0 },
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { products } from '#contract/products/products.ts'
import { shop as calls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { createWriteProbe } from './write-probe.ts'

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

/** @shows row-70 */
test('health fails while the database stores nothing; readiness stays ok, since pages can be read', async () => {
  const { pool } = shop.database
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const database = `"${rows[0]?.name}"`
  const reconnect = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const client = await pool.connect()
  await client.query(`alter database ${database} set default_transaction_read_only = on`)
  await client.query(reconnect)
  await expect.poll(ask, { timeout: 10_000 }).toEqual([503, 200, 200])
  // Not only for the lost connections.
  expect(await ask()).toEqual([503, 200, 200])
  expect((await shop.call(undefined, products.list, { query: { limit: 1 } })).status).toBe(200)
  await client.query(`set default_transaction_read_only = off`)
  await client.query(`alter database ${database} reset default_transaction_read_only`)
  await client.query(reconnect)
  client.release(true)
  await expect.poll(ask, { timeout: 10_000 }).toEqual([200, 200, 200])
})

test('many checks at once probe the database once', async () => {
  const begin = vi.spyOn(shop.database.db, 'transaction')
  const probe = createWriteProbe({ db: shop.database.db, log: shop.shop.log }, 60_000)
  await Promise.all([probe(), probe()])
  await probe()
  expect(begin).toHaveBeenCalledTimes(1)
  begin.mockRestore()
})

/** @shows row-70, asvs-13.4.5 */
test.each([
  ['another machine', { remoteAddress: '192.0.2.1' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.1' } }],
  ['a proxy that names itself', { headers: { via: '1.1 proxy' } }],
  ['a proxy that adds nothing', { headers: { host: 'shop.example' } }],
  ['a proxy that ends TLS', { headers: { 'x-forwarded-proto': 'https' } }],
])('through %s the health response says only that all is well', async (_, from) => {
  const answer = await shop.app.inject({ url: '/api/health', ...from })
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})

test('on its own machine the health response has the version of package.json and only declared fields', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { body } = await shop.call(undefined, calls.health, {})
  expect(body).toEqual({
    status: 'ok',
    version,
    invariants: { checkedAt: null, violations: 0 },
  })
})

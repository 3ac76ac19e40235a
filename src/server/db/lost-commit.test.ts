import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { orders } from '#contract/orders/orders.ts'
import { reviews } from '#contract/reviews.ts'
import { createApp } from '../app.ts'
import { startCommitCutter } from '../testing/stand-ins/commit-cutter.ts'
import { orderOf } from '../testing/payments.ts'
import { callApi, openShop } from '../testing/shop.ts'
import type { TestShop } from '../testing/shop.ts'
import { openDatabase } from './index.ts'
import type { Database } from './index.ts'

let shop: TestShop
let host: Awaited<ReturnType<typeof startCommitCutter>>
let database: Database
let app: FastifyInstance
beforeAll(async () => {
  shop = await openShop()
  host = await startCommitCutter(String(shop.database.pool.options.connectionString))
  database = openDatabase(host.url)
  ;({ app } = await createApp({ ...shop.parts, database }))
})
afterAll(async () => {
  await app.close()
  await database.close()
  await host.close()
  await shop.close()
})

/** Makes one call twice with one key; the response to the first is lost after the statement `said`. */
async function callTwice<E extends Endpoint>(said: string, e: E, request: Request<E>) {
  const { token } = await shop.signIn()
  const key = randomUUID()
  const call = () => callApi(app, e, request, { token, idempotencyKey: key })
  host.cutAfter(said)
  const lost = await call()
  expect(host.hasCut()).toBe(true)
  expect([lost.status, lost.body.code, lost.headers['retry-after']]).toEqual([
    503,
    'unavailable',
    '1',
  ])
  const again = await call()
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  return again.body
}

async function idsOf(selection: string, value: string) {
  const { rows } = await shop.database.pool.query<{ id: string }>(`select ${selection} = $1`, [
    value,
  ])
  return rows.map(({ id }) => id)
}

test('a connection lost in COMMIT is an unknown outcome, which a retry with the same key resolves', async () => {
  const body = { title: `Fits ${randomUUID().slice(0, 8)}`, rating: 5, description: 'At once' }
  const { insertedId } = await callTwice('commit', reviews.add, { body })
  expect(await idsOf('id from reviews where title', body.title)).toEqual([insertedId])
})

test('a lost response to a single-statement order is resolved by a retry with the same key', async () => {
  const part = await shop.stock()
  const body = orderOf(part, 10)
  const { insertedId } = await callTwice(part.id, orders.place, { body })
  expect(await idsOf('order_id as id from order_lines where product_id', part.id)).toEqual([
    insertedId,
  ])
})

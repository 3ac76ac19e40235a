import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { products } from '#contract/products.ts'
import { shop as shopCalls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const queueMax = 5

let shop: TestShop
let mia: TestUser
beforeAll(async () => {
  shop = await openShop({ CALLS_AT_ONCE: String(queueMax) })
  mia = await shop.signIn()
})
afterAll(() => shop.close())

/** Runs the test while all connections are in use and this many statements wait. */
async function whileWaiting(count: number, run: () => Promise<void>) {
  const { pool } = shop.database
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  const waiting = Array.from({ length: count }, () => pool.query('select'))
  try {
    await run()
  } finally {
    for (const client of clients) client.release()
    await Promise.all(waiting)
  }
}

async function reportEvent() {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_unknown', object: 'payment_intent' } },
  })
  const signing = { payload, secret: shop.config.STRIPE_WEBHOOK_SECRET }
  const { statusCode: status } = await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': shop.stripe.webhooks.generateTestHeaderString(signing),
    },
    payload,
  })
  return { status }
}

const place = (body = { name: 'nothing', product: randomUUID(), quantity: 10, price: 10 }) =>
  shop.call(mia, orders.place, { body })

const list = (q: string) => shop.call(undefined, products.list, { query: { q } })

/** @shows row-65, P11 */
test('a full queue sheds at once, with Retry-After', async () => {
  await whileWaiting(queueMax, async () => {
    const { status, body, headers } = await place()
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(['1', '2', '3']).toContain(headers['retry-after'])
    const one = await shop.call(undefined, products.one, { params: { id: randomUUID() } })
    expect(one.status).toBe(503)
    const { loadShedder } = shop.shop
    const before = loadShedder.shedTotal
    const url = '/newsletter?end=nobodys'
    expect((await shop.app.inject({ method: 'POST', url })).statusCode).toBe(503)
    expect(loadShedder.shedTotal).toBe(before + 1)
  })
  expect((await place()).status).toBe(404)
})

/** @shows asvs-15.2.2 */
test('requests in flight are limited', async () => {
  let working: Promise<{ status: number }[]> | undefined
  await whileWaiting(0, async () => {
    working = Promise.all(Array.from({ length: queueMax }, () => place()))
    await expect.poll(() => shop.database.pool.waitingCount).toBe(queueMax)
    expect((await place()).status).toBe(503)
  })
  expect((await working)?.map(({ status }) => status)).toEqual(Array(queueMax).fill(404))
  expect((await place()).status).toBe(404)
})

test('cached responses are served while the queue is full', async () => {
  // No cached response expires meanwhile.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await list('')).status).toBe(200)
  await whileWaiting(queueMax, async () => {
    expect((await list('')).status).toBe(200)
    const other = await list(randomUUID())
    expect(other.status).toBe(503)
  })
})

test('priority requests pass where ordinary ones are shed', async () => {
  let answers: Promise<{ status: number }[]> | undefined
  await whileWaiting(queueMax, async () => {
    const id = randomUUID()
    const calls = [
      shop.call(mia, payments.createIntent, { body: { price: 10, order: id } }),
      shop.call(mia, payments.confirm, { params: { id }, body: { transactionId: 'pi_1' } }),
      shop.call(undefined, shopCalls.health, {}),
      reportEvent(),
    ]
    answers = Promise.all(calls)
    await expect.poll(() => shop.database.pool.waitingCount).toBe(queueMax + calls.length)
  })
  expect((await answers)?.map(({ status }) => status)).toEqual([404, 404, 200, 200])
})

test('priority requests are shed at four times the limit', async () => {
  await whileWaiting(queueMax * 4, async () => {
    expect((await reportEvent()).status).toBe(503)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { products } from '#contract/products.ts'
import { shop as shopCalls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

/** In progress with one connection to the database. */
const callsAtOnce = { ordinary: 6, priority: 24 }

let shop: TestShop
let mia: TestUser
beforeAll(async () => {
  shop = await openShop({ QUEUE_WAIT_MS: '20', DATABASE_POOL: '1' })
  mia = await shop.signIn()
})
afterAll(() => shop.close())

type Call = () => Promise<{ status: number }>

/** Runs the test while as many calls as may be in progress wait for the database. */
async function whileFull(lane: 'ordinary' | 'priority', call: Call, run: () => Promise<void>) {
  const clients = await Promise.all(Array.from({ length: 10 }, () => shop.database.pool.connect()))
  const calls = Array.from({ length: callsAtOnce[lane] }, () => call())
  try {
    await expect.poll(() => shop.shop.loadShedder.isFull(lane)).toBe(true)
    await run()
  } finally {
    for (const client of clients) client.release()
  }
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses).not.toContain(503)
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

/** @shows row-65, P11 */
test('calls that would wait too long are refused at once, with Retry-After', async () => {
  await whileFull('ordinary', place, async () => {
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

/** @shows row-65, P11, asvs-15.2.2 */
test('500 orders in the same moment wait for their turns, and none is refused', async () => {
  const patient = await openShop()
  onTestFinished(() => patient.close())
  const buyers = await Promise.all(Array.from({ length: 50 }, () => patient.signIn()))
  const part = await patient.stock({ quantity: 5_000 })
  const { id: product, name } = part
  const body = { product, name, quantity: 10, price: part.price * 10 }
  const { loadShedder } = patient.shop
  const placed = Array.from({ length: 500 }, (_, index) =>
    patient.call(
      buyers[index % buyers.length],
      orders.place,
      { body },
      { idempotencyKey: randomUUID() },
    ),
  )
  await expect.poll(() => loadShedder.waiting.ordinary).toBeGreaterThan(300)
  expect(loadShedder.inProgress.ordinary).toBeLessThanOrEqual(60)
  const statuses = (await Promise.all(placed)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('cached responses are served while calls are refused', async () => {
  const { cache } = shop.shop.publicReads
  await whileFull('ordinary', place, async () => {
    const url = `/api/products?q=${randomUUID()}`
    expect((await shop.app.inject({ url })).statusCode).toBe(503)
    const counted = { limit: 'reads', route: '/api/products' } as const
    await cache.get(url, counted, async () => ({ headers: {}, body: '[]' }))
    expect((await shop.app.inject({ url })).statusCode).toBe(200)
  })
})

test('calls that move money wait behind no others', async () => {
  let answers: Promise<{ status: number }[]> | undefined
  await whileFull('ordinary', place, async () => {
    const id = randomUUID()
    const calls = [
      shop.call(mia, payments.createIntent, { body: { price: 10, order: id } }),
      shop.call(mia, payments.confirm, { params: { id }, body: { transactionId: 'pi_1' } }),
      shop.call(undefined, shopCalls.health, {}),
      reportEvent(),
    ]
    answers = Promise.all(calls)
    const { loadShedder } = shop.shop
    await expect.poll(() => loadShedder.inProgress.priority).toBe(calls.length)
    expect(loadShedder.waiting.priority).toBe(0)
  })
  expect((await answers)?.map(({ status }) => status)).toEqual([404, 404, 200, 200])
})

test('calls that move money are refused when they would wait too long themselves', async () => {
  await whileFull('priority', reportEvent, async () => {
    expect((await reportEvent()).status).toBe(503)
    expect(shop.shop.loadShedder.isFull('ordinary')).toBe(false)
  })
})

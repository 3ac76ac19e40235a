import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { products } from '#contract/products/products.ts'
import { shop as shopCalls } from '#contract/shop.ts'
import { endpoints } from '#contract/index.ts'
import { openShop } from '../../testing/shop.ts'
import { createLoadShedder } from './load-shedding.ts'
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
    const url = `/api/products?limit=3&n=${randomUUID()}`
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

/** Searches that last until they are ended, with the names of those in progress. */
function openSearches(settings: { QUEUE_WAIT_MS: number }) {
  const loadShedder = createLoadShedder({ DATABASE_POOL: 10, LIMITS: 'on', ...settings })
  const running = new Map<string, () => void>()
  const search = (name: string, key: string, isAdmin = false) =>
    loadShedder.search({ key, isAdmin }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(name, resolve)
      await promise
      running.delete(name)
      return name
    })
  return { loadShedder, running, search }
}

/** @shows row-65, P11 */
test('an address has two searches at a time, and nobody else waits behind its further ones', async () => {
  const { loadShedder, running, search } = openSearches({ QUEUE_WAIT_MS: 5_000 })
  const greedy = Array.from({ length: 12 }, (_, index) => search(`greedy ${index}`, '203.0.113.7'))
  const honest = search('honest', '203.0.113.8')
  const admin = search('admin', 'account 1', true)
  await expect.poll(() => [...running.keys()]).toEqual(['greedy 0', 'greedy 1', 'admin'])
  expect(await loadShedder.run('ordinary', async () => 'placed')).toBe('placed')
  running.get('greedy 0')?.()
  await expect.poll(() => [...running.keys()]).toEqual(['greedy 1', 'admin', 'honest'])
  const end = setInterval(() => running.forEach((resolve) => resolve()), 5)
  onTestFinished(() => clearInterval(end))
  expect(await Promise.all([...greedy, honest, admin])).toHaveLength(14)
})

/** @shows row-65, P11 */
test('searches of one address take a fifth of the connections at most, and so do those of many', async () => {
  const { running, search } = openSearches({ QUEUE_WAIT_MS: 5_000 })
  const many = Array.from({ length: 12 }, (_, index) => search(`${index}`, `203.0.113.${index}`))
  await expect.poll(() => running.size).toBe(2)
  const end = setInterval(() => running.forEach((resolve) => resolve()), 5)
  onTestFinished(() => clearInterval(end))
  await Promise.all(many)
})

/** @shows row-65, P11 */
test('a search that waits for too long is refused with Retry-After', async () => {
  const { running, search } = openSearches({ QUEUE_WAIT_MS: 20 })
  const first = [search('0', '203.0.113.7'), search('1', '203.0.113.7')]
  await expect(search('2', '203.0.113.7')).rejects.toMatchObject({
    code: 'unavailable',
    extra: { headers: { 'retry-after': expect.stringMatching(/^[123]$/) } },
  })
  running.forEach((resolve) => resolve())
  await Promise.all(first)
})

/** Calls that search, by their query. */
const searching = endpoints.filter(
  ({ query }) => query && 'q' in (query as unknown as { shape: object }).shape,
)

test('calls of visitors and of admins search', () => {
  const kinds = new Set(searching.map(({ access }) => access))
  expect(searching.length).toBeGreaterThan(8)
  expect(kinds).toContain('public')
  expect(kinds).toContain('admin')
})

/** @shows row-65 */
test.each(searching.map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s searches in its turn',
  async (_, e) => {
    const ada = await shop.signIn({ isAdmin: true })
    const turns = vi.spyOn(shop.shop.loadShedder, 'search')
    onTestFinished(() => turns.mockRestore())
    const ask = (q: string) =>
      shop.app.inject({
        url: `/api${e.path}?q=${q}&limit=3&email=${ada.email}`,
        ...(e.access !== 'public' && { headers: { authorization: `Bearer ${ada.token}` } }),
      })
    await ask('')
    expect(turns).not.toHaveBeenCalled()
    await ask(`brake-${randomUUID().slice(0, 8)}`)
    expect(turns).toHaveBeenCalledTimes(1)
    expect(turns.mock.calls[0]?.[0].isAdmin).toBe(e.access === 'public' ? undefined : true)
  },
)

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { images } from '#contract/images.ts'
import { limits } from '#contract/shared/limits.ts'
import type { LimitName } from '#contract/shared/limits.ts'
import { orders } from '#contract/orders/orders.ts'
import { profiles } from '#contract/profiles.ts'
import { reviews } from '#contract/reviews.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { createRateLimits } from './rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'
import { signInLimits } from './sign-in-limits.ts'
import { openDatabase } from '../../db/index.ts'
import type { AppError } from '../../errors/errors.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' })
})
afterAll(() => shop.close())

const review = (title: string) => ({ body: { title, rating: 5, description: 'Fits at once' } })

/** The number of accepted calls. */
function passed(node: RateLimits, who: string, tries: number): number {
  let count = 0
  for (let index = 0; index < tries; index += 1) {
    try {
      node.take('profiles', who)
      count += 1
    } catch {
      // refused
    }
  }
  return count
}

const { max } = limits.profiles

/** @shows row-65 */
test('one node is exact and names the time to wait', () => {
  let now = 0
  const node = createRateLimits(shop.database.pool, { now: () => now })
  expect(passed(node, 'mia', max + 5)).toBe(max)
  expect(passed(node, 'noah', 1)).toBe(1)
  now = 45_000
  let refusal: AppError | undefined
  try {
    node.take('profiles', 'mia')
  } catch (error) {
    refusal = error as AppError
  }
  expect(refusal).toMatchObject({ code: 'too-many', extra: { headers: { 'retry-after': '15' } } })
  now = 60_000
  expect(passed(node, 'mia', max + 5)).toBe(max)
})

test('nodes share counts once both have synced', async () => {
  const nodes = [createRateLimits(shop.database.pool), createRateLimits(shop.database.pool)]
  const who = randomUUID()
  expect(passed(nodes[0]!, who, max - 1)).toBe(max - 1)
  await nodes[0]!.sync()
  expect(passed(nodes[1]!, who, 1)).toBe(1)
  await nodes[1]!.sync()
  expect(passed(nodes[1]!, who, 1)).toBe(0)
  expect(passed(nodes[0]!, who, 2)).toBe(1)
})

test('concurrent syncs of the same keys do not deadlock', async () => {
  const nodes = Array.from({ length: 4 }, () => createRateLimits(shop.database.pool))
  const callers = Array.from({ length: 200 }, () => randomUUID())
  for (const [index, node] of nodes.entries()) {
    for (const who of index % 2 ? callers : callers.toReversed()) node.take('calls', who)
  }
  await Promise.all(nodes.map((node) => node.sync()))
  const { rows } = await shop.database.pool.query<{ count: number }>(
    `select count(*) from rate_limits where key like 'calls:%' and points = 4`,
  )
  expect(rows[0]!.count).toBe(200)
})

test('counts locally during an outage and syncs afterwards', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nowhere')
  const pools = [away.pool, shop.database.pool]
  const pool = {
    query: (...asked: [never]) => pools[0]!.query(...asked),
  } as unknown as typeof away.pool
  const node = createRateLimits(pool)
  const who = randomUUID()
  expect(passed(node, who, max - 2)).toBe(max - 2)
  await expect(node.sync()).rejects.toThrow()
  expect(passed(node, who, 5)).toBe(2)
  pools.shift()
  await node.sync()
  const other = createRateLimits(shop.database.pool)
  other.take('profiles', who)
  await other.sync()
  expect(passed(other, who, 1)).toBe(0)
  await away.close()
})

test('sign-in limits are exact over two nodes', async () => {
  const nodes = [createRateLimits(shop.database.pool), createRateLimits(shop.database.pool)]
  const name = '/sign-in/email by email and address'
  const tries = Array.from({ length: 30 }, (_, index) => nodes[index % 2]!.takeExactly(name, 'mia'))
  const outcomes = await Promise.allSettled(tries)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(30 - signInLimits[name].max)
  const refusal = refused[0]!.reason as AppError
  expect(refusal.code).toBe('too-many')
  expect(Number(refusal.extra.headers!['retry-after'])).toBeGreaterThan(0)
  await expect(nodes[0]!.takeExactly(name, 'noah')).resolves.toBe(1)
})

const callFrom = (address: string, headers: Record<string, string> = {}, url = '/api/products') =>
  shop.app.inject({ url, remoteAddress: address, headers })

/** @shows asvs-2.4.1, asvs-4.1.3 */
test('reads are limited by address, and no header changes that', async () => {
  const from = (count: number, headers: (index: number) => Record<string, string>) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => callFrom('203.0.113.7', headers(index))),
    )
  const answers = await from(limits.reads.max + 1, (index) => ({
    'x-forwarded-for': `198.51.100.${index % 250}`,
  }))
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(1)
  expect(refused[0]!.json()).toMatchObject({ code: 'too-many', status: 429 })
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await callFrom('203.0.113.8')).statusCode).toBe(200)
})

test('health checks have their own limit', async () => {
  const balancer = '203.0.113.20'
  await Promise.all(Array.from({ length: limits.reads.max }, () => callFrom(balancer)))
  expect((await callFrom(balancer)).statusCode).toBe(429)
  expect((await callFrom(balancer, {}, '/api/health')).statusCode).toBe(200)
})

/** @shows asvs-4.1.3, asvs-15.3.4 */
test("a trusted proxy's clients are limited separately", async () => {
  const seen = { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' }
  const other = { 'x-forwarded-for': '203.0.113.7, 203.0.113.9' }
  expect((await callFrom('10.1.2.3', seen)).statusCode).toBe(429)
  expect((await callFrom('10.1.2.3', other)).statusCode).toBe(200)
})

/** Uses up the limit but for one call. */
async function useUp(name: LimitName, { uid }: TestUser) {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    'select id from users where uid = $1',
    [uid],
  )
  for (let count = 1; count < limits[name].max; count += 1) {
    shop.shop.router.guards.limits.take(name, rows[0]!.id)
  }
}

test('accounts are limited separately at one address', async () => {
  const [mia, noah] = [await shop.signIn(), await shop.signIn({ name: 'Noah' })]
  const one = async (who: TestUser) =>
    (await shop.call(who, profiles.one, { params: { email: who.email } })).status
  await useUp('calls', mia)
  expect([await one(mia), await one(mia), await one(noah)]).toEqual([200, 429, 200])
})

/** @shows asvs-2.3.2 */
test('five reviews an hour; invalid ones do not count', async () => {
  const mia = await shop.signIn()
  for (let index = 0; index < 4; index += 1) await shop.call(mia, reviews.add, review('x'))
  const statuses = []
  for (let index = 0; index < 6; index += 1) {
    statuses.push((await shop.call(mia, reviews.add, review(`Review ${index}`))).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

/** @shows asvs-2.3.2, asvs-2.4.1 */
test('orders, payments and profiles are limited by account', async () => {
  const mia = await shop.signIn()
  const body = { name: 'nothing', product: randomUUID(), quantity: 10, price: 10 }
  const place = async () => (await shop.call(mia, orders.place, { body })).status
  await useUp('orders', mia)
  expect([await place(), await place()]).toEqual([404, 429])
  const mine = await shop.call(mia, ownOrders.mine, { query: { email: mia.email } })
  expect(mine.status).toBe(200)
})

/** @shows asvs-2.4.1, asvs-15.2.2 */
test('uploads: 20 an hour for customers, 300 for admins', async () => {
  const [mia, ada] = [await shop.signIn(), await shop.signIn({ name: 'Ada', isAdmin: true })]
  const upload = async (who: TestUser) => (await shop.call(who, images.upload, {})).status
  await useUp('uploads', mia)
  expect([await upload(mia), await upload(mia)]).toEqual([415, 429])
  await useUp('uploadsByAdmins', ada)
  expect([await upload(ada), await upload(ada)]).toEqual([415, 429])
})

test('an account exchanges ten ID tokens a minute', async () => {
  const mia = await shop.signIn()
  const exchange = () =>
    shop.call({ ...mia, token: mia.idToken }, accounts.exchange, { params: { email: mia.email } })
  const statuses = []
  for (let index = 0; index < 10; index += 1) statuses.push((await exchange()).status)
  expect(statuses).toEqual([...Array(9).fill(200), 429])
})

test('90 expired tokens at one address get 401, not 429', async () => {
  const headers = { authorization: 'Bearer has.ended.now' }
  const tries = Array.from({ length: 90 }, () =>
    callFrom('203.0.113.30', headers, `/api/order/${randomUUID()}`),
  )
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([401]))
})

test('failing tokens are limited, valid ones at the address pass', async () => {
  const mia = await shop.signIn()
  const tries = Array.from({ length: limits.failedTokens.max + 2 }, () =>
    shop.call({ ...mia, token: 'not.a.token' }, profiles.one, { params: { email: mia.email } }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(limits.failedTokens.max)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  const own = await shop.call(mia, profiles.one, { params: { email: mia.email } })
  expect(own.status).toBe(200)
})

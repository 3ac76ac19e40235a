import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { contact } from '#contract/contact.ts'
import type { Endpoint, Request } from '#contract/shared/endpoint.ts'
import { images } from '#contract/images.ts'
import { limits } from '#contract/shared/limits.ts'
import { newsletter } from '#contract/newsletter.ts'
import { orders } from '#contract/orders/orders.ts'
import { callApi, openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const callFrom = <E extends Endpoint>(
  address: string,
  token: string | undefined,
  e: E,
  request: Request<E>,
) => callApi(shop.app, e, request, { token, headers: { 'x-forwarded-for': address } })

/** The limits that a call counts towards, with their keys. */
async function countsOf(call: () => Promise<unknown>) {
  const { limits: counted } = shop.shop.router.guards
  const ways = [vi.spyOn(counted, 'take'), vi.spyOn(counted, 'takeFrom')]
  await call()
  const counts = ways.flatMap(({ mock }) => mock.calls)
  for (const way of ways) way.mockRestore()
  return counts
}

async function idOf({ uid }: { uid: string }) {
  const asked = shop.database.pool.query<{ id: string }>('select id from users where uid = $1', [
    uid,
  ])
  return (await asked).rows[0]?.id
}

test('public calls count by address', async () => {
  const address = '203.0.113.40'
  const letter = { email: 'mia@shop.example', message: 'Do you have door rubbers?' }
  const send = () => callFrom(address, undefined, contact.send, { body: letter })
  expect(await countsOf(send)).toEqual([['contact', address]])
  const body = { token: randomUUID() }
  const confirm = () => callFrom(address, undefined, newsletter.confirm, { body })
  expect(await countsOf(confirm)).toEqual([['reads', address]])
})

test('customer calls count by account, in total and by kind', async () => {
  const mia = await shop.signIn()
  const body = { name: 'nothing', product: randomUUID(), quantity: 10, price: 10 }
  const place = () => callFrom('203.0.113.41', mia.token, orders.place, { body })
  const id = await idOf(mia)
  expect(await countsOf(place)).toEqual([
    ['calls', id],
    ['orders', id],
  ])
})

test('admins have their own limit where one is declared', async () => {
  const ada = await shop.signIn({ isAdmin: true })
  const upload = () => callFrom('203.0.113.42', ada.token, images.upload, {})
  const id = await idOf(ada)
  expect(await countsOf(upload)).toEqual([
    ['calls', id],
    ['uploadsByAdmins', id],
  ])
})

const exchange = (address: string, { email, idToken }: { email: string; idToken: string }) =>
  callFrom(address, idToken, accounts.exchange, { params: { email } })

test('ID token exchanges count by account and by address', async () => {
  const mia = await shop.signIn()
  expect(await countsOf(() => exchange('203.0.113.43', mia))).toEqual([
    ['exchanges', mia.uid],
    ['exchangesFromAddress', '203.0.113.43'],
  ])
})

test('failing ID tokens are limited, valid ones still pass', async () => {
  const mia = await shop.signIn()
  const workshop = '203.0.113.44'
  const broken = Array.from({ length: limits.failedTokens.max + 2 }, () =>
    exchange(workshop, { ...mia, idToken: 'not.a.token' }),
  )
  const statuses = (await Promise.all(broken)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(limits.failedTokens.max)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await exchange(workshop, mia)).status).toBe(200)
})

test("one account cannot exhaust its address's exchanges", async () => {
  const [restless, mia] = [await shop.signIn(), await shop.signIn()]
  const workshop = '203.0.113.45'
  const tries = Array.from({ length: limits.exchangesFromAddress.max * 2 }, () =>
    exchange(workshop, restless),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(429)
  expect((await exchange(workshop, mia)).status).toBe(200)
})

test('exchanges are limited by address', async () => {
  const [first, late] = [await shop.signIn(), await shop.signIn()]
  const address = '203.0.113.46'
  for (let count = 1; count < limits.exchangesFromAddress.max; count += 1) {
    shop.shop.router.guards.limits.take('exchangesFromAddress', address)
  }
  const statuses = [await exchange(address, first), await exchange(address, late)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 429])
})

import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let anna: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn({ name: 'Mia' })
})
afterAll(() => shop.close())

/** An order whose buyer gave it this number. */
async function ordered(reference: string) {
  const { id } = await steps.order(mia)
  await steps.query('update orders set reference = $1 where id = $2', [reference, id])
  return id
}

/** The orders that each search finds, for the admin and their buyer, with the counts of both. */
async function foundBy(q: string) {
  const own = { email: mia.email, q }
  const calls = [
    shop.call(anna, manageOrders.all, { query: { q } }),
    shop.call(anna, manageOrders.all, { query: { q, sort: 'amount', page: 1 } }),
    shop.call(mia, ownOrders.mine, { query: own }),
  ]
  const lists = (await Promise.all(calls)).map(({ body }) => body.map(({ _id }) => _id))
  const csv = await shop.app.inject({
    url: '/api/manage/orders/export',
    query: { q },
    headers: { authorization: `Bearer ${anna.token}` },
  })
  const exported = parse<Record<string, string>>(csv.body, { bom: true, columns: true })
  const { body: all } = await shop.call(anna, manageOrders.counts, { query: { q } })
  const { body: mine } = await shop.call(mia, ownOrders.counts, { query: own })
  return [...lists, exported.map(({ Order }) => Order), all.counts.all, mine.counts.all]
}

const only = (id: string) => [[id], [id], [id], [id], 1, 1]
const none = [[], [], [], [], 0, 0]

/** @shows row-137 */
test.each([
  ['PO-2231/A', ['po-2231/a', 'PO-22', 'po']],
  ['7', ['7']],
  ['Ärmel 100%_b', ['ÄRMEL 100%_B', 'ärmel 100%']],
  ['20261123 left', ['20261123', '20261123 LEFT']],
  ['workshop@garage.example 4', ['Workshop@garage.example']],
  [randomUUID(), []],
])(
  'an order with the number %s is found by its beginning, in any case',
  async (reference, more) => {
    const id = await ordered(reference)
    for (const q of [reference, ...more]) expect([q, await foundBy(q)]).toEqual([q, only(id)])
  },
)

/** @shows row-137 */
test('an order is not found by the end of the buyer’s number, nor by signs in its place', async () => {
  await ordered('RO-4462')
  for (const q of ['4462', 'RO_4462', 'RO%', 'RO-44620']) {
    expect([q, await foundBy(q)]).toEqual([q, none])
  }
})

/** @shows row-137 */
test('eight digits find the order of this code, and the orders whose number begins with it', async () => {
  const first = await ordered('SO-1')
  const code = first.slice(-8)
  const second = await ordered(`${code}-7`)
  const both = [second, first]
  expect(await foundBy(code)).toEqual([both, both, both, both, 2, 2])
})

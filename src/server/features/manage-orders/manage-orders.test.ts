import { afterAll, beforeAll, expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { OrderFilter, OrderSort } from '#contract/orders/order-filter.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { eachManagedOrder } from './queries.ts'
import { findOrder } from '../orders/queries.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let anna: TestUser
let mia: TestUser
let ids: Record<'unpaid' | 'paid' | 'shipped' | 'refunded', string>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn()
  ids = {
    unpaid: (await steps.order(mia, { quantity: 10, price: 1200 })).id,
    paid: await paid(20),
    shipped: await paid(30),
    refunded: await paid(40),
  }
  await shop.call(anna, manageOrders.ship, { params: { id: ids.shipped } })
  await shop.call(anna, manageOrders.refund, {
    params: { id: ids.refunded },
    body: { reason: 'Came broken' },
  })
})
afterAll(async () => {
  const violations = await checkInvariants(shop.database.pool)
  await shop.close()
  expect(violations).toEqual([])
})

async function paid(quantity: number, buyer = mia) {
  const ordered = await steps.order(buyer, { quantity })
  await steps.report(buyer, ordered.id, await steps.payAtProvider(buyer, ordered))
  return ordered.id
}

const orderOf = async (id: string) => (await findOrder(shop.database.db, id))!

const list = async (query: Record<string, string | number> = {}) =>
  (await shop.call(anna, manageOrders.all, { query: { page: 1, ...query } })).body

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)
const countsOf = async (q?: string) =>
  (await shop.call(anna, manageOrders.counts, { query: q ? { q } : {} })).body

test('each tab has the orders of its status, newest first, and their count', async () => {
  const newestFirst = [ids.refunded, ids.shipped, ids.paid, ids.unpaid]
  expect(idsOf(await list())).toEqual(newestFirst)
  for (const [tab, id] of [
    ['to-ship', ids.paid],
    ['shipped', ids.shipped],
    ['not-paid', ids.unpaid],
    ['refunded', ids.refunded],
  ] as const) {
    expect(idsOf(await list({ tab }))).toEqual([id])
    const byKey = await shop.call(anna, manageOrders.all, { query: { tab, limit: 1 } })
    expect([idsOf(byKey.body), byKey.headers['link']]).toEqual([[id], undefined])
  }
  expect(await countsOf()).toEqual({
    counts: { all: 4, 'to-ship': 1, shipped: 1, 'not-paid': 1, refunded: 1, disputed: 0 },
    isCapped: false,
  })
})

test('orders can be searched by code, id, product, customer and transaction', async () => {
  const order = await orderOf(ids.paid)
  for (const q of [
    order._id.slice(-8),
    order._id.slice(-8).toUpperCase(),
    order._id,
    order.name.toUpperCase(),
    String(order.transactionId),
  ]) {
    expect([q, idsOf(await list({ q }))]).toEqual([q, [order._id]])
  }
  for (const q of [mia.email.toUpperCase(), mia.email.slice(0, -2), mia.email.split('@')[0]]) {
    expect((await countsOf(q)).counts).toMatchObject({ all: 4, shipped: 1 })
  }
  expect(await list({ q: 'nothing like it' })).toEqual([])
  expect((await countsOf('nothing like it')).counts.all).toBe(0)
})

test.each([
  ['quantity', 'asc', ['unpaid', 'paid', 'shipped', 'refunded']],
  ['amount', 'desc', ['refunded', 'shipped', 'paid', 'unpaid']],
  ['delivery', 'asc', ['paid', 'refunded', 'shipped', 'unpaid']],
  ['order', 'asc', ['unpaid', 'paid', 'shipped', 'refunded']],
] as const)('orders are sorted by %s, %s', async (sort, direction, expected) => {
  expect(idsOf(await list({ sort, direction }))).toEqual(expected.map((name) => ids[name]))
})

/** @shows row-73 */
test('pages contain every order once, in any sort order', async () => {
  for (const sort of ['customer', 'amount'] as const) {
    const pages = [await list({ sort, limit: 3 }), await list({ sort, limit: 3, page: 2 })]
    expect(pages.map((rows) => rows.length)).toEqual([3, 1])
    expect(new Set(pages.flatMap(idsOf)).size).toBe(4)
  }
})

test('an unknown filter is refused', async () => {
  for (const query of [{ tab: 'lost' }, { sort: 'price; drop' }, { page: 0 }, { limit: 201 }]) {
    const { status } = await shop.call(anna, manageOrders.all, { query: query as never })
    expect([query, status]).toEqual([query, 422])
  }
})

const days = async () => (await shop.call(anna, manageOrders.revenue, {})).body

const sum = (list: { revenue: number }[]) => list.reduce((all, { revenue }) => all + revenue, 0)

/** @shows row-73 */
test('revenue is by payment date, net of refunds', async () => {
  const paidOn = await steps.query(
    `select to_char(order_events.created_at at time zone 'America/Chicago', 'YYYY-MM-DD') as day,
       sum(total_cents) / 100.0 as revenue, count(*) as orders
     from order_events join orders on orders.id = order_id
     where kind = 'paid' and status <> 'refunded' group by day order by day`,
  )
  const before = await days()
  expect(before).toHaveLength(30)
  expect(before.filter(({ orders: count }) => count > 0)).toEqual(
    paidOn.map((row) => ({ ...row, revenue: Number(row['revenue']) })),
  )
  await steps.query(
    `insert into order_events (order_id, kind, actor, details)
     select id, 'partly-refunded', 'card-provider',
       jsonb_build_object('intent', transaction_id, 'cents', 150)
     from orders where id = $1`,
    [ids.paid],
  )
  await steps.query(`select issue_credit_note($1, 're_by_hand', 150, null)`, [ids.paid])
  expect(sum(before)).toBe(68 * 50)
  expect(sum(await days())).toBe(68 * 50 - 1.5)
})

test('the history of an order contains events, times and actors', async () => {
  const { body } = await shop.call(anna, manageOrders.history, { params: { id: ids.refunded } })
  expect(body).toEqual([
    { kind: 'placed', at: expect.any(String), by: mia.email },
    { kind: 'paid', at: expect.any(String), by: 'card provider' },
    { kind: 'refunded', at: expect.any(String), by: anna.email, reason: 'Came broken' },
  ])
})

test.each([
  ['order', 'desc'],
  ['product', 'asc'],
  ['quantity', 'desc'],
  ['amount', 'asc'],
  ['customer', 'desc'],
  ['delivery', 'asc'],
] as const)(
  'all pages of the export follow each other by %s',
  async (sort: OrderSort, direction) => {
    const filter: OrderFilter = { tab: 'all', sort, direction }
    const rows = []
    for await (const order of eachManagedOrder(shop.database.db, filter, 1)) rows.push(order)
    expect(idsOf(rows)).toEqual(idsOf(await list({ sort, direction })))
  },
)

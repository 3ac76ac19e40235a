import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockIn, defaultTimeZone } from '#contract/formats/clock.ts'
import { manageOrders } from '#contract/manage-orders.ts'
import { orders } from '#contract/orders.ts'
import type { OrderFilter, OrderSort } from '#contract/orders/order-filter.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { eachManagedOrder } from './queries.ts'
import { findOrder } from '../orders/queries.ts'
import { placeLines } from '../../testing/order-lines.ts'

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

const csv = async (query: Record<string, string>) => {
  const answer = await shop.app.inject({
    url: '/api/manage/orders/export',
    query,
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="orders.csv"')
  return answer.body
}
const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, relax_quotes: false })

describe('export', () => {
  test('contains exactly the filtered orders, in their sort order', async () => {
    const text = await csv({ sort: 'quantity', direction: 'asc' })
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(6)
    const rows = readCsv(text)
    expect(rows.map(({ Order }) => Order)).toEqual([
      ids.unpaid,
      ids.paid,
      ids.shipped,
      ids.refunded,
    ])
    const order = await orderOf(ids.paid)
    expect(rows[1]).toEqual({
      Order: ids.paid,
      Placed: clockIn(defaultTimeZone).iso(order.createdAt),
      Status: 'paid',
      Product: order.name,
      Quantity: '20',
      'Unit price': '68.00',
      Total: '1360.00',
      Customer: mia.email,
      Transaction: order.transactionId,
      Shipping: '0.00',
      'Part number': '',
      Recipient: '',
      Phone: '',
      Address: '',
      Dispute: '',
      Carrier: '',
      'Tracking number': '',
      Line: '1',
      Lines: '1',
      Amount: '1360.00',
      "Buyer's order number": '',
      Invoice: expect.stringMatching(/^\d+$/),
      Refunded: '1.50',
      Vehicle: '',
      Verdict: '',
      'List price': '',
      'Price from': '',
    })
    expect(readCsv(await csv({ tab: 'shipped' })).map(({ Order }) => Order)).toEqual([ids.shipped])
    expect(readCsv(await csv({ q: 'nothing like it' }))).toEqual([])
  })

  test('formulas are escaped; quotes and line breaks stay inside their field', async () => {
    const name = '=HYPERLINK("http://evil.example";"a"),\n"b"'
    const part = await shop.stock({ name })
    const { body } = await shop.call(mia, orders.place, {
      body: { product: part.id, name, quantity: 10, price: 680 },
    })
    const rows = readCsv(await csv({ q: body.insertedId }))
    expect(rows.map(({ Product }) => Product)).toEqual([`'${name}`])
    await steps.remove(mia, body.insertedId)
  })

  test('the export has delivery address and part number, with formulas escaped', async () => {
    const part = await shop.stock()
    await steps.query(`update products set part_number = '8T0-941' where id = $1`, [part.id])
    const { body } = await shop.call(mia, orders.place, {
      body: { product: part.id, name: part.name, quantity: 10, price: 680 },
    })
    const delivery = { name: '=1+1', phone: '+1 555 010 0100', address: '@SUM(1)\nSpringfield' }
    await shop.call(mia, ownOrders.deliver, { params: { id: body.insertedId }, body: delivery })
    // Later changes are not exported.
    await steps.query('update products set part_number = null where id = $1', [part.id])
    const [row] = readCsv(await csv({ q: body.insertedId }))
    expect(row).toMatchObject({
      'Part number': '8T0-941',
      Recipient: "'=1+1",
      Phone: "'+1 555 010 0100",
      Address: "'@SUM(1)\nSpringfield",
    })
    await steps.remove(mia, body.insertedId)
  })

  /** @shows row-128 */
  test('the export has a row for each line, with the amounts of the order in the first', async () => {
    const [one, two] = [await shop.stock({ price: 400 }), await shop.stock({ price: 300 })]
    const { body } = await placeLines(shop, mia, [
      [one, 20],
      [two, 10],
    ])
    const rows = readCsv(await csv({ q: body.insertedId }))
    expect(
      rows.map(({ Product, Quantity, Line, Lines, Amount, Total }) => [
        Product,
        Quantity,
        Line,
        Lines,
        Amount,
        Total,
      ]),
    ).toEqual([
      [one.name, '20', '1', '2', '80.00', '110.00'],
      [two.name, '10', '2', '2', '30.00', ''],
    ])
    await steps.remove(mia, body.insertedId)
  })

  test.each([
    ['order', 'desc'],
    ['product', 'asc'],
    ['quantity', 'desc'],
    ['amount', 'asc'],
    ['customer', 'desc'],
    ['delivery', 'asc'],
  ] as const)('all pages follow each other by %s', async (sort: OrderSort, direction) => {
    const filter: OrderFilter = { tab: 'all', sort, direction }
    const rows = []
    for await (const order of eachManagedOrder(shop.database.db, filter, 1)) rows.push(order)
    expect(idsOf(rows)).toEqual(idsOf(await list({ sort, direction })))
  })
})

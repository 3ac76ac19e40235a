import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyDetails } from '#contract/shared/company-details.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { clockIn, defaultTimeZone } from '#contract/formats/clock.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let anna: TestUser
let mia: TestUser
let noah: TestUser
let ids: Record<'cancelled' | 'unpaid' | 'paid' | 'shipped' | 'refunded', string>
beforeAll(async () => {
  shop = await openShop()
  steps = paymentSteps(shop)
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  mia = await shop.signIn()
  noah = await shop.signIn({ name: 'Noah' })
  ids = {
    cancelled: (await steps.order(mia)).id,
    unpaid: (await steps.order(mia)).id,
    paid: await paid(mia),
    shipped: await paid(mia),
    refunded: await paid(mia),
  }
  await steps.remove(mia, ids.cancelled)
  await shop.call(anna, manageOrders.ship, { params: { id: ids.shipped } })
  await shop.call(anna, manageOrders.refund, {
    params: { id: ids.refunded },
    body: { reason: 'Came broken' },
  })
  await steps.order(noah)
})
afterAll(() => shop.close())

async function paid(user: TestUser) {
  const ordered = await steps.order(user)
  await steps.report(user, ordered.id, await steps.payAtProvider(user, ordered))
  return ordered.id
}

type Query = { tab?: 'all' | 'not-paid' | 'cancelled'; page?: number; limit?: number; q?: string }

const mine = async (query: Query, user = mia) =>
  (await shop.call(user, ownOrders.mine, { query: { email: user.email, ...query } })).body

const kindsOf = async (query: Query) =>
  (await mine(query)).map(({ _id, steps: all }) => [_id, all?.map(({ kind }) => kind)])

/** @shows row-80 */
test('numbered pages of my orders contain the steps, newest first, and only my orders', async () => {
  expect(await kindsOf({ page: 1 })).toEqual([
    [ids.refunded, ['placed', 'paid', 'refunded']],
    [ids.shipped, ['placed', 'paid', 'shipped']],
    [ids.paid, ['placed', 'paid']],
    [ids.unpaid, ['placed']],
  ])
})

/** @shows row-80 */
test('without page or tab my orders have no steps, as specified', async () => {
  const rows = await mine({})
  expect(rows).toHaveLength(4)
  expect(rows.filter((row) => 'steps' in row)).toEqual([])
})

/** @shows row-80 */
test('deleted orders appear only in the cancelled tab', async () => {
  expect(await kindsOf({ tab: 'cancelled' })).toEqual([[ids.cancelled, ['placed', 'cancelled']]])
  expect(await mine({ tab: 'cancelled' }, noah)).toEqual([])
  const { status } = await shop.call(mia, orders.one, { params: { id: ids.cancelled } })
  expect(status).toBe(404)
})

test('my orders can be searched by code and tab, page by page', async () => {
  expect((await mine({ q: ids.paid.slice(-8), page: 1 })).map(({ _id }) => _id)).toEqual([ids.paid])
  expect((await mine({ tab: 'not-paid' })).map(({ _id }) => _id)).toEqual([ids.unpaid])
  const pages = [await mine({ page: 1, limit: 3 }), await mine({ page: 2, limit: 3 })]
  expect(pages.map((page) => page.length)).toEqual([3, 1])
  expect(await mine({ page: 3, limit: 3 })).toEqual([])
})

test('a partial refund appears as a step with its amount', async () => {
  const order = await paid(noah)
  await steps.query(
    `insert into order_events (order_id, kind, actor, details)
       select id, 'partly-refunded', 'card-provider',
         jsonb_build_object('intent', transaction_id, 'cents', 150)
       from orders where id = $1`,
    [order],
  )
  const [row] = await mine({ page: 1 }, noah)
  expect(row?.steps?.at(-1)).toEqual({
    kind: 'partly-refunded',
    at: expect.any(String),
    amount: 1.5,
  })
})

test('a deletion undone by a payment is not a step', async () => {
  const order = await paid(mia)
  await steps.query(
    `insert into order_events (order_id, kind, actor) values ($1, 'deleted', 'x'), ($1, 'restored', 'x')`,
    [order],
  )
  const [row] = await mine({ page: 1 })
  expect([row?._id, row?.steps?.map(({ kind }) => kind)]).toEqual([order, ['placed', 'paid']])
})

/** @shows row-80 */
test('my orders are counted by status, also in a search', async () => {
  const lea = await shop.signIn({ name: 'Lea' })
  const counts = async (q?: string) =>
    (await shop.call(lea, ownOrders.counts, { query: { email: lea.email, ...(q && { q }) } })).body
  const first = await steps.order(lea)
  await steps.order(lea)
  await steps.remove(lea, first.id)
  await paid(lea)
  const none = { all: 0, 'to-ship': 0, shipped: 0, 'not-paid': 0, refunded: 0, cancelled: 0 }
  expect(await counts()).toEqual({
    counts: { ...none, all: 2, 'to-ship': 1, 'not-paid': 1, cancelled: 1 },
    isCapped: false,
  })
  expect((await counts(first.id)).counts).toEqual({ ...none, cancelled: 1 })
  expect((await counts('nothing like it')).counts).toEqual(none)
})

const invoice = (user: TestUser, id: string) =>
  shop.app.inject({
    url: `/api/order/invoice/${id}`,
    headers: { authorization: `Bearer ${user.token}` },
  })

/** @shows row-81 */
test('the owner and an admin get an invoice with the facts of the page', async () => {
  await steps.query(
    `alter table order_lines disable trigger order_lines_append_only;
     update order_lines set part_number = '8T0-941-004' where order_id = '${ids.paid}';
     alter table order_lines enable trigger order_lines_append_only;
     update orders set delivery_name = 'Łukasz Żółć', delivery_phone = '+1 555 010 0100',
       delivery_address = E'1 Test Street\nSpringfield' where id = '${ids.paid}'`,
  )
  const [order] = await mine({ q: ids.paid, page: 1 })
  for (const user of [mia, anna]) {
    const { statusCode, headers, rawPayload } = await invoice(user, ids.paid)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="invoice-${String((await invoiceOf(ids.paid))?.number)}.pdf"`,
    )
    const text = textOf(rawPayload)
    expect(text).toEqual(
      expect.arrayContaining([
        companyDetails.name,
        companyDetails.address,
        `Order ${ids.paid.slice(-8)}`,
        'Bill to',
        'Ship to',
        'Łukasz Żółć',
        '1 Test Street',
        mia.email,
        String(order?.transactionId),
        'Part no. 8T0-941-004',
        '10',
        '$68.00',
        '$680.00',
      ]),
    )
    expect(text.join(' ')).toContain(String(order?.name))
  }
})

const oneOrder = async (id: string) => {
  const body: unknown = await steps.read(mia, id)
  return OneOrder.parse(body)
}
const refundOf = async (id: string) => (await oneOrder(id)).refund
const invoiceOf = async (id: string) => (await oneOrder(id)).invoice

/** @shows row-81 */
test('shipped and refunded orders have an invoice, unpaid ones have none', async () => {
  expect((await invoice(mia, ids.shipped)).statusCode).toBe(200)
  expect((await invoice(mia, ids.unpaid)).json().code).toBe('not-paid')
  const { statusCode, rawPayload } = await invoice(mia, ids.refunded)
  const refund = await refundOf(ids.refunded)
  expect([statusCode, textOf(rawPayload)]).toEqual([
    200,
    expect.arrayContaining(['Paid', `Refunded on ${clockIn(defaultTimeZone).day(refund!.at)}`]),
  ])
  expect(textOf((await invoice(mia, ids.paid)).rawPayload).join()).not.toContain('Refunded')
})

test('a refunded order has time and reason; the refund of a second payment does not count', async () => {
  expect(await refundOf(ids.paid)).toBeUndefined()
  expect(await refundOf(ids.refunded)).toEqual({ at: expect.any(String), reason: 'given-back' })
  const late = await steps.order(mia, { stock: 10 })
  const intent = await steps.payAtProvider(mia, late)
  await steps.query('update orders set held_until = null where id = $1', [late.id])
  await steps.report(mia, late.id, intent)
  expect(await refundOf(late.id)).toMatchObject({ reason: 'out-of-stock' })
  await steps.query(
    `insert into order_events (order_id, kind, actor, details)
       values ($1, 'refunded', 'shop', '{"intent": "pi_twice", "reason": "paid-twice"}')`,
    [ids.refunded],
  )
  expect(await refundOf(ids.refunded)).toMatchObject({ reason: 'given-back' })
})

test('the invoice of another account or of an unknown order is not found', async () => {
  expect((await invoice(noah, ids.paid)).statusCode).toBe(404)
  expect((await invoice(mia, ids.cancelled)).statusCode).toBe(404)
})

/** @shows row-81 */
test('a long address and a name without a blank stay on the page', async () => {
  const order = await paid(noah)
  await steps.query(
    `update orders set delivery_name = repeat('n', 100), delivery_phone = repeat('0', 40),
         delivery_address = repeat(E'a\n', 249) where id = $1`,
    [order],
  )
  const { statusCode, rawPayload } = await invoice(noah, order)
  expect(statusCode).toBe(200)
  expect(textOf(rawPayload)).toContain('Total')
  expect(textOf(rawPayload).length).toBeLessThan(60)
})

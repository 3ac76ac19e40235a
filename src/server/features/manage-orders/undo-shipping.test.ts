import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { expectInvariantsToHold, paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { findOrder } from '../orders/queries.ts'
import { queueOrderMails } from '../order-mails/order-mails.ts'
import { finishShipments } from './finish-shipments.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let ada: TestUser
let mia: TestUser
beforeAll(async () => {
  shop = await openShop({ SHIPPING_UNDO_SECONDS: '10' })
  steps = paymentSteps(shop)
  ada = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  await expectInvariantsToHold(shop)
  await shop.close()
})

const paidOrder = async (stock = 100) => {
  const ordered = await steps.order(mia, { stock })
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  const body = { name: 'Mia', phone: '+1 555 010 0100', address: '1 Test Street' }
  await shop.call(mia, ownOrders.deliver, { params: { id: ordered.id }, body })
  return { ...ordered, intentId }
}

const ship = (id: string) => shop.call(ada, manageOrders.ship, { params: { id } })
const undo = (id: string) => shop.call(ada, manageOrders.undoShipping, { params: { id } })

/** Lets the time to undo all shipments pass. */
const passTime = () =>
  steps.query(
    `update orders set ship_due_at = now() - interval '1 second' where ship_due_at is not null`,
  )

/** Runs the jobs of several nodes. */
async function runJobs() {
  const nodes = [shop.shop, shop.shop, shop.shop]
  await Promise.all(nodes.map(finishShipments))
  await Promise.all([queueOrderMails(shop.shop), queueOrderMails(shop.shop)])
}

/** The number of mails about shipping that a customer gets. */
async function shippedMails({ email }: TestUser) {
  const [row] = await steps.query(
    `select count(*) from outbox where recipient = $1 and subject like 'Shipped: %'`,
    [email],
  )
  return Number(row?.['count'])
}

const stateOf = async (id: string) => {
  const { status, shipping } = (await findOrder(shop.database.db, id))!
  return { status, shipping }
}

const countsOf = async () =>
  (await shop.call(ada, manageOrders.counts, { query: { q: mia.email } })).body.counts

/** @shows row-110 */
test('an undone shipment leaves the order as it was, and nobody is written to', async () => {
  const { id } = await paidOrder()
  expect((await ship(id)).body).toEqual({ modifiedCount: 1, undoSeconds: 10 })
  await runJobs()
  expect(await stateOf(id)).toEqual({ status: 'shipped', shipping: true })
  expect(await countsOf()).toMatchObject({ 'to-ship': 0, shipped: 1 })
  const tab = async (name: 'shipped' | 'to-ship') =>
    (await shop.call(ada, manageOrders.all, { query: { page: 1, tab: name, q: mia.email } })).body
  expect([(await tab('shipped')).length, (await tab('to-ship')).length]).toEqual([1, 0])
  const own = { email: mia.email }
  const { body: ownCounts } = await shop.call(mia, ownOrders.counts, { query: own })
  expect(ownCounts.counts).toMatchObject({ 'to-ship': 0, shipped: 1 })

  expect((await undo(id)).body).toEqual({ modifiedCount: 1 })
  expect(await stateOf(id)).toEqual({ status: 'paid', shipping: false })
  expect(await countsOf()).toMatchObject({ 'to-ship': 1, shipped: 0 })
  await passTime()
  await runJobs()
  expect(await shippedMails(mia)).toBe(0)
  expect((await undo(id)).body).toEqual({ modifiedCount: 0 })

  const { body: history } = await shop.call(ada, manageOrders.history, { params: { id } })
  expect(history.map(({ kind, shipment }) => shipment ?? kind)).toEqual([
    'placed',
    'paid',
    'undone',
  ])
  expect(history.at(-1)).toMatchObject({ by: ada.email, reason: 'undone' })
  const { body: log } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(log.map(({ by, changes }) => [by, ...changes])).toEqual([
    [ada.email, { field: 'status', before: 'shipped', after: 'paid' }],
    [ada.email, { field: 'status', before: 'paid', after: 'shipped' }],
  ])

  await ship(id)
  await passTime()
  await runJobs()
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'shipped'])
  expect(await shippedMails(mia)).toBe(1)
})

/** @shows row-110 */
test('once the time has passed, undoing is refused, also before the mail is made', async () => {
  const { id } = await paidOrder()
  await ship(id)
  await passTime()
  const late = await undo(id)
  expect([late.status, late.body.code]).toEqual([409, 'mail-sent'])
  await runJobs()
  expect([(await undo(id)).status, await shippedMails(mia)]).toEqual([409, 1])
  expect(await stateOf(id)).toEqual({ status: 'shipped', shipping: true })
})

test('a second press neither ships twice nor prolongs the time to undo', async () => {
  const { id } = await paidOrder()
  await Promise.all([ship(id), ship(id), ship(id)])
  await steps.query(`update orders set ship_due_at = now() + interval '3 seconds' where id = $1`, [
    id,
  ])
  const { modifiedCount, undoSeconds } = (await ship(id)).body
  expect([modifiedCount, undoSeconds! <= 3]).toEqual([0, true])
  await passTime()
  await runJobs()
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'shipped'])
  const { body: log } = await shop.call(ada, audit.list, { query: { q: id } })
  expect(log).toHaveLength(1)
})

/** @shows row-110, P1 */
test('undoing and the mail exclude each other, however close they are', async () => {
  const ids = await Promise.all(Array.from({ length: 24 }, async () => (await paidOrder()).id))
  await Promise.all(ids.map(ship))
  // A third is due, a third becomes due while it is undone, and a third is not due for long.
  await steps.query(
    `update orders set ship_due_at = clock_timestamp() + case
       when n <= 8 then interval '-1 second'
       when n <= 16 then (n - 8) * interval '12 milliseconds'
       else interval '1 hour' end
     from unnest($1::uuid[]) with ordinality as due (id, n) where orders.id = due.id`,
    [ids],
  )
  const jobs = async () => {
    for (let run = 0; run < 8; run += 1) await runJobs()
  }
  const [undone] = await Promise.all([
    Promise.all(ids.map(async (id) => ({ id, status: (await undo(id)).status }))),
    jobs(),
  ])
  await passTime()
  await runJobs()
  for (const { id, status } of undone) {
    const expected = status === 200 ? 'paid' : 'shipped'
    expect([id, (await stateOf(id)).status]).toEqual([id, expected])
  }
  const shipped = undone.filter(({ status }) => status === 409)
  expect([shipped.length >= 8, shipped.length <= 16]).toEqual([true, true])
  const told = await steps.query(
    `select order_id from order_mails where kind = 'shipped' and order_id = any($1)`,
    [ids],
  )
  expect(told.map(({ order_id }) => String(order_id)).toSorted()).toEqual(
    shipped.map(({ id }) => id).toSorted(),
  )
})

/** @shows row-110 */
test('an order that is refunded while its shipment can be undone is not shipped', async () => {
  const { id, part } = await paidOrder(10)
  await ship(id)
  const refund = { params: { id }, body: { reason: 'Ordered twice' } }
  expect((await shop.call(ada, manageOrders.refund, refund)).status).toBe(200)
  expect(await steps.unitsLeft(part.id)).toBe(10)
  expect((await undo(id)).body).toEqual({ modifiedCount: 0 })
  await passTime()
  await runJobs()
  expect(await stateOf(id)).toEqual({ status: 'refunded', shipping: false })
  expect([await steps.eventsOf(id), await shippedMails(mia)]).toEqual([
    ['placed', 'paid', 'refunded'],
    0,
  ])
})

test('an order that is disputed while its shipment can be undone is held back', async () => {
  const { id, intentId } = await paidOrder()
  await ship(id)
  await steps.query(
    `with dispute as (
       insert into disputes (id, order_id, intent_id, state, status, reason, amount_cents, opened_at)
       select 'dp_' || id, id, transaction_id, 'open', 'needs_response', 'fraudulent', total_cents, now()
       from orders where id = $1)
     update orders set dispute = 'open' where id = $1`,
    [id],
  )
  expect(await stateOf(id)).toEqual({ status: 'paid', shipping: false })
  await passTime()
  await runJobs()
  const { body: history } = await shop.call(ada, manageOrders.history, { params: { id } })
  expect(history.at(-1)).toMatchObject({ shipment: 'stopped', by: 'shop' })
  expect([await stateOf(id), await shippedMails(mia)]).toEqual([
    { status: 'paid', shipping: false },
    0,
  ])
  await steps.query(`delete from disputes where intent_id = $1`, [intentId])
  await steps.query(`update orders set dispute = null where id = $1`, [id])
})

test('an order that a node of the previous version has shipped meanwhile is shipped once', async () => {
  const { id } = await paidOrder()
  await ship(id)
  await steps.query(
    `with shipped as (update orders set status = 'shipped' where id = $1 returning id)
     insert into order_events (order_id, kind, actor) select id, 'shipped', 'shop' from shipped`,
    [id],
  )
  expect((await undo(id)).status).toBe(409)
  await passTime()
  await runJobs()
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'shipped'])
  expect(await shippedMails(mia)).toBe(1)
})

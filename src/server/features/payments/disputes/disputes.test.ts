import { describe, expect, test, vi } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { openDisputes } from '../../../testing/disputes.ts'
import { processRefunds } from '../jobs.ts'
import { settle } from '../settle.ts'

const { shop, steps, disputes, people, ship, refund, revenue, read, disputesOf } =
  await openDisputes()
const { disputedOrder, codesOf } = disputes

const mailsAbout = async (id: string) => {
  const rows = await steps.query(
    `select recipient, subject from outbox where subject like '%' || right($1, 8) order by id`,
    [id],
  )
  return rows.map(({ recipient, subject }) => [recipient, String(subject).split(':')[0]])
}

const tabOf = async (tab: 'disputed' | 'to-ship' | 'refunded') =>
  (await shop.call(people.anna, manageOrders.all, { query: { tab, limit: 100 } })).body.map(
    ({ _id }) => _id,
  )

async function shippedAndDisputed() {
  const ordered = await disputes.paidOrder(people.mia)
  await ship(ordered.id)
  await disputes.open(ordered.intentId)
  await disputes.receive(ordered.intentId, 'created')
  return ordered
}

const countsOf = async (q: string) =>
  (await shop.call(people.anna, manageOrders.counts, { query: { q } })).body.counts

/** @shows row-92, P2, P7 */
test('a disputed payment marks its order and holds it back from shipping and refunds', async () => {
  const error = vi.spyOn(shop.shop.log, 'error')
  const { id, intentId } = await disputedOrder(people.mia)
  expect(await read(id)).toMatchObject({ status: 'paid', paid: true, dispute: 'open' })
  expect(await codesOf(ship(id), refund(id))).toEqual(['payment-disputed', 'payment-disputed'])
  expect(await read(id)).toMatchObject({ status: 'paid', shipping: false })
  expect(await steps.query('select from refunds where intent_id = $1', [intentId])).toEqual([])
  expect(await tabOf('disputed')).toContain(id)
  expect(await tabOf('to-ship')).not.toContain(id)
  expect(await countsOf(id)).toMatchObject({ all: 1, 'to-ship': 0, disputed: 1 })
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ order: id, intent: intentId, cents: 68_000, alarm: true }),
    'payment disputed',
  )
  error.mockRestore()
})

/** @shows row-92 */
test('a won dispute makes the order shippable again, and it is as it was', async () => {
  const { id, intentId, part } = await disputedOrder(people.mia)
  await disputes.conclude(intentId, 'winning_evidence')
  expect(await read(id)).toMatchObject({ status: 'paid', paid: true, dispute: 'won' })
  expect(await tabOf('disputed')).not.toContain(id)
  expect(await tabOf('to-ship')).toContain(id)
  expect(await countsOf(id)).toMatchObject({ 'to-ship': 1, disputed: 0 })
  expect(await steps.unitsLeft(part.id)).toBe(0)
  expect(await codesOf(ship(id))).toEqual([200])
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid', 'shipped'])
})

/** @shows row-92, P2, P7 */
test('a lost dispute closes an order that was not shipped: units return, revenue falls, no refund', async () => {
  const before = await revenue()
  const { id, intentId, part } = await disputedOrder(people.mia)
  expect(await revenue()).toEqual({ orders: before.orders + 1, dollars: before.dollars + 680 })
  await disputes.conclude(intentId, 'losing_evidence')
  expect(await read(id)).toMatchObject({ status: 'refunded', paid: false, dispute: 'lost' })
  expect(await steps.unitsLeft(part.id)).toBe(10)
  expect(await revenue()).toEqual(before)
  expect((await ship(id)).body.code).toBe('not-paid')
  expect((await refund(id)).body.modifiedCount).toBe(0)
  await processRefunds(shop.shop)
  expect((await shop.parts.cards.findIntent(intentId))?.amountRefunded).toBe(0)
  const [dispute] = await disputes.disputesOf(intentId)
  expect(await steps.query('select * from refunds where intent_id = $1', [intentId])).toMatchObject(
    [{ reason: 'charged-back', refund_id: dispute!.id }],
  )
  const { body: history } = await shop.call(people.anna, manageOrders.history, { params: { id } })
  expect(history.map(({ kind, by, reason }) => [kind, by, reason])).toEqual([
    ['placed', people.mia.email, undefined],
    ['paid', 'card provider', undefined],
    ['refunded', 'card provider', 'charged-back'],
  ])
  const pdf = await shop.app.inject({
    url: `/api${ownOrders.invoice.path.replace('{id}', id)}`,
    headers: { authorization: `Bearer ${people.mia.token}` },
  })
  expect(pdf.statusCode).toBe(200)
})

test('a lost dispute of a shipped order returns no units', async () => {
  const { id, intentId, part } = await shippedAndDisputed()
  expect(await read(id)).toMatchObject({ status: 'shipped', dispute: 'open' })
  await disputes.conclude(intentId, 'losing_evidence')
  expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'lost' })
  expect(await steps.unitsLeft(part.id)).toBe(0)
})

test('a won dispute of a shipped order leaves it shipped', async () => {
  const { id, intentId } = await shippedAndDisputed()
  await disputes.conclude(intentId, 'winning_evidence')
  expect(await read(id)).toMatchObject({ status: 'shipped', dispute: 'won' })
})

/** @shows row-92 */
test('every admin gets one mail about each change, however often its events arrive', async () => {
  const { id, intentId } = await disputedOrder(people.mia)
  await Promise.all([
    disputes.receive(intentId, 'funds_withdrawn'),
    settle(shop.shop, intentId),
    settle(shop.shop, intentId, { withDisputes: true }),
  ])
  await disputes.conclude(intentId, 'losing_evidence')
  await Promise.all([disputes.receive(intentId, 'closed'), disputes.receive(intentId, 'updated')])
  expect(await mailsAbout(id)).toEqual([
    [people.anna.email, 'Payment disputed'],
    [people.anna.email, 'Dispute lost'],
  ])
  expect(await disputesOf(id)).toMatchObject([
    { state: 'lost', amount: 680, dueBy: null, history: [{ state: 'open' }, { state: 'lost' }] },
  ])
})

test('a deactivated admin gets no mail', async () => {
  const ben = await shop.signIn({ name: 'Ben', isAdmin: true })
  await steps.query('update users set deactivated_at = now() where email = $1', [ben.email])
  const { id } = await disputedOrder(people.mia)
  expect(await mailsAbout(id)).toEqual([[people.anna.email, 'Payment disputed']])
  await steps.query(`update users set role = 'customer', deactivated_at = null where email = $1`, [
    ben.email,
  ])
})

async function inquiredOrder() {
  const ordered = await disputes.paidOrder(people.mia)
  await disputes.open(ordered.intentId, { inquiry: true })
  await disputes.receive(ordered.intentId, 'created')
  return ordered
}

describe('an inquiry', () => {
  test('holds the order back from shipping; a refund is possible and ends it', async () => {
    const { id, intentId, part } = await inquiredOrder()
    expect(await read(id)).toMatchObject({ status: 'paid', dispute: 'inquiry' })
    expect(await codesOf(ship(id))).toEqual(['payment-disputed'])
    expect(await codesOf(refund(id))).toEqual([200])
    await disputes.receive(intentId, 'closed')
    expect(await read(id)).toMatchObject({ status: 'refunded', dispute: 'won' })
    expect(await steps.unitsLeft(part.id)).toBe(10)
    expect((await mailsAbout(id)).map(([, subject]) => subject)).toEqual([
      'The bank has asked about a payment',
      'Dispute closed',
    ])
  })

  test('that ends without a dispute leaves the order as it was', async () => {
    const { id, intentId } = await inquiredOrder()
    await disputes.conclude(intentId, 'winning_evidence')
    expect((await disputes.disputesOf(intentId))[0]?.status).toBe('warning_closed')
    expect(await codesOf(ship(id))).toEqual([200])
  })

  test('that is escalated becomes a dispute', async () => {
    const { id, intentId } = await inquiredOrder()
    await disputes.conclude(intentId, 'escalate_inquiry_evidence')
    expect(await read(id)).toMatchObject({ dispute: 'open' })
    expect(await codesOf(refund(id))).toEqual(['payment-disputed'])
  })
})

test('an unknown order has no disputes to read', async () => {
  const { status } = await shop.call(people.anna, manageOrders.disputes, {
    params: { id: '018f0000-0000-7000-8000-000000000000' },
  })
  expect(status).toBe(404)
})

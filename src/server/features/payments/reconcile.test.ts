import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkPayments } from '../../invariants/payments-at-provider.ts'
import { createOrdersInEveryState } from '../../testing/rows/orders-in-every-state.ts'
import { disputeSteps } from '../../testing/disputes.ts'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { reconcilePayments } from './reconcile.ts'

const { shop, steps } = await openPayments()
const disputes = disputeSteps(shop)
let mia: TestUser
beforeAll(async () => {
  mia = await shop.signIn()
})
beforeEach(() => steps.query('delete from job_runs'))

const check = () => checkPayments(shop.database, shop.shop.cards)
const found = async () => (await check()).map(({ invariant, examples }) => [invariant, examples])

/** A payment of this order, made without the shop. */
async function payElsewhere(id: string, params: { amount: number; currency?: string }) {
  const intent = await shop.stripe.paymentIntents.create({
    currency: 'usd',
    metadata: { order: id, round: '1' },
    ...params,
  })
  await shop.confirmCard(intent.id)
  return intent.id
}

test('provider and orders agree in a busy shop', async () => {
  await createOrdersInEveryState(shop)
  expect(await check()).toEqual([])
})

/** @shows row-67 */
test('a payment missed by reports, events and polls is settled by the reconciliation', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  expect(await found()).toEqual([['I4', [intentId]]])

  expect(await reconcilePayments(shop.shop)).toBe(true)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
  expect(await check()).toEqual([])
  expect(await reconcilePayments(shop.shop)).toBe(false)
})

/** @shows row-92 */
test('a dispute whose events were lost is found, and so is its verdict', async () => {
  const { id, intentId } = await disputes.paidOrder(mia)
  const { id: dispute } = await disputes.open(intentId)
  expect(await found()).toEqual([['I15', [dispute]]])
  const night = async () => {
    await steps.query('delete from job_runs')
    return reconcilePayments(shop.shop)
  }
  await night()
  expect(await steps.read(mia, id)).toMatchObject({ status: 'paid', dispute: 'open' })
  expect(await check()).toEqual([])
  await disputes.decide(intentId, 'losing_evidence')
  expect(await found()).toEqual([['I15', [dispute]]])
  await night()
  expect(await steps.read(mia, id)).toMatchObject({ status: 'refunded', dispute: 'lost' })
  expect(await check()).toEqual([])
})

test('a dispute that is open for longer than the window of the list is asked for by its payment', async () => {
  const { id, intentId } = await disputes.paidOrder(mia)
  await disputes.open(intentId)
  await disputes.receive(intentId, 'created')
  await disputes.decide(intentId, 'winning_evidence')
  await steps.query('delete from job_runs')
  await reconcilePayments({
    ...shop.shop,
    cards: { ...shop.shop.cards, eachDispute: async () => {} },
  })
  expect(await steps.read(mia, id)).toMatchObject({ status: 'paid', dispute: 'won' })
})

test('a payment that cannot be settled is logged and blocks neither others nor the comparison', async () => {
  const [before, given, poisoned, after] = [
    await steps.order(mia),
    await steps.order(mia),
    await steps.order(mia),
    await steps.order(mia),
  ]
  const earlier = await steps.payAtProvider(mia, before)
  const back = await steps.payAtProvider(mia, given)
  await steps.report(mia, given.id, back)
  await shop.stripe.refunds.create({ payment_intent: back })
  const poison = await steps.payAtProvider(mia, poisoned)
  await steps.payAtProvider(mia, after)
  const failure = new Error('refused')
  const error = vi.fn()
  const { cards, log } = shop.shop
  const night = reconcilePayments({
    ...shop.shop,
    cards: {
      ...cards,
      // As if it had been paid before the two days of the reconciliation.
      eachPayment: (since, visit) =>
        cards.eachPayment(since, async (payment) => {
          if (payment.id !== back) await visit(payment)
        }),
      findIntent: (id) => (id === poison ? Promise.reject(failure) : cards.findIntent(id)),
    },
    log: { ...log, error },
  })
  await expect(night).rejects.toThrow('1 payments could not be reconciled')
  expect(error).toHaveBeenCalledWith(
    { err: failure, intent: poison },
    'payment could not be reconciled',
  )
  expect(await steps.read(mia, before.id)).toMatchObject({ paid: true, transactionId: earlier })
  expect(await steps.read(mia, after.id)).toMatchObject({ paid: true })
  expect(await steps.read(mia, given.id)).toMatchObject({ status: 'refunded' })
  expect(await steps.query('select name from job_runs where finished_at is not null')).toEqual([
    { name: 'check-payments' },
  ])
  await steps.query('delete from job_runs')
  expect(await reconcilePayments(shop.shop)).toBe(true)
  expect(await steps.read(mia, poisoned.id)).toMatchObject({ paid: true })
})

test('payments on later pages of the list are found', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  for (let count = 0; count < 100; count += 1) {
    await shop.stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
  }
  expect(await found()).toEqual([['I4', [intentId]]])
  await reconcilePayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true })
})

test('a very recent payment is not reported', async () => {
  const ordered = await steps.order(mia)
  await steps.payAtProvider(mia, ordered)
  expect(await checkPayments(shop.database, shop.shop.cards, { graceMinutes: 15 })).toEqual([])
  await reconcilePayments(shop.shop)
})

test('a payment of an unknown order is reported', async () => {
  const intentId = await payElsewhere('018f0000-0000-7000-8000-000000000000', { amount: 500 })
  expect(await found()).toEqual([['I4', [intentId]]])
  await shop.stripe.refunds.create({ payment_intent: intentId })
  expect(await check()).toEqual([])
})

test.each([
  ['for less', { amount: 100 }],
  ['in another currency', { amount: 68_000, currency: 'eur' }],
])('a paid order %s is reported', async (_, params) => {
  const { id } = await steps.order(mia)
  const intentId = await payElsewhere(id, params)
  await steps.query(
    `update orders set status = 'paid', held_until = null, transaction_id = $2 where id = $1`,
    [id, intentId],
  )
  expect(await found()).toEqual([['I3', [id]]])
  await steps.query(`update orders set status = 'refunded' where id = $1`, [id])
  await shop.stripe.refunds.create({ payment_intent: intentId })
})

test('a paid order with an unknown or open payment is reported', async () => {
  const [unknown, open] = [await steps.order(mia), await steps.order(mia)]
  const intentId = await steps.openIntent(mia, open)
  const markPaid = `
    with paid as (
      update orders set status = 'paid', held_until = null, transaction_id = $2 where id = $1 returning id)
    insert into order_events (order_id, kind, actor) select id, 'paid', 'nobody' from paid`
  await steps.query(markPaid, [unknown.id, 'pi_made_up'])
  await steps.query(markPaid, [open.id, intentId])
  expect(await found()).toEqual([['I3', expect.arrayContaining([unknown.id, open.id])]])
  await steps.query(`update orders set status = 'refunded' where id = any ($1)`, [
    [unknown.id, open.id],
  ])
})

test('a refund made by hand is reported and recorded in the order by the reconciliation', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  await shop.stripe.refunds.create({ payment_intent: intentId })
  expect(await found()).toEqual([['I3', [ordered.id]]])
  await reconcilePayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'refunded' })
  expect(await check()).toEqual([])
})

test('remaining differences are logged as errors and stay in the health until repaired', async () => {
  const violations = async () => (await shop.app.inject('/api/health')).json().invariants.violations
  const { id } = await steps.order(mia)
  const intentId = await payElsewhere(id, { amount: 100 })
  await steps.query(
    `with paid as (
       update orders set status = 'paid', held_until = null, transaction_id = $2 where id = $1 returning id)
     insert into order_events (order_id, kind, actor) select id, 'paid', 'nobody' from paid`,
    [id, intentId],
  )
  const error = vi.fn()
  await reconcilePayments({ ...shop.shop, log: { ...shop.shop.log, error } })
  expect(error.mock.calls).toContainEqual([
    expect.objectContaining({ invariant: 'I3', count: 1, examples: [id] }),
    'invariant violated',
  ])
  expect(await violations()).toBe(1)

  await shop.stripe.refunds.create({ payment_intent: intentId })
  await steps.query(`update orders set status = 'refunded' where id = $1`, [id])
  await steps.query('delete from job_runs where name = $1', ['reconcile-payments'])
  await reconcilePayments(shop.shop)
  expect(await violations()).toBe(0)
})

test('the reconciliation of many payments may take longer than one provider request', async () => {
  const ordered = await steps.order(mia)
  await steps.payAtProvider(mia, ordered)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const visits: string[] = []
  await shop.shop.cards.eachPayment(new Date(0), async ({ id }) => {
    visits.push(id)
    await vi.advanceTimersByTimeAsync(10_000)
  })
  expect(visits.length).toBeGreaterThan(0)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPayments } from '../../../testing/payments.ts'
import { checkInvariants } from '../../../invariants/check.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { processRefunds, processWebhookEvents } from '../jobs.ts'
import { reconcilePayments } from '../reconcile.ts'
import { settle } from '../settle.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  const violations = await checkInvariants(shop.database.pool)
  expect(violations).toEqual([])
})

/** A refund that the owner makes in the provider's dashboard, with its webhook event. */
async function refundByHand(intentId: string, amount?: number) {
  await shop.stripe.refunds.create({ payment_intent: intentId, ...(amount && { amount }) })
  await tell(intentId)
}

async function tell(intentId: string) {
  const { latest_charge: object } = await shop.stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge'],
  })
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'charge.refunded',
    data: { object },
  })
  const secret = shop.config.STRIPE_WEBHOOK_SECRET
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  })
  expect(statusCode).toBe(200)
  await processWebhookEvents(shop.shop)
}

async function paidOrder() {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  return { ...ordered, intentId }
}

const historyOf = (id: string) =>
  steps.query('select kind, details from order_events where order_id = $1 order by id', [id])

test('a full refund by the owner before shipping refunds the order and returns its units', async () => {
  const ordered = await paidOrder()
  await refundByHand(ordered.intentId)
  await expect
    .poll(() => steps.read(mia, ordered.id))
    .toMatchObject({ status: 'refunded', paid: false, transactionId: ordered.intentId })
  expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
  expect(await historyOf(ordered.id)).toMatchObject([
    { kind: 'paid' },
    { kind: 'refunded', details: { intent: ordered.intentId, reason: 'by-owner' } },
  ])
})

/** @shows row-66 */
test('a full refund by the owner after shipping returns no units', async () => {
  const ordered = await paidOrder()
  const admin = await shop.signIn({ isAdmin: true })
  await shop.call(admin, manageOrders.ship, { params: { id: ordered.id } })
  await refundByHand(ordered.intentId)
  await expect.poll(() => steps.read(mia, ordered.id)).toMatchObject({ status: 'refunded' })
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)
  const ship = await shop.call(admin, manageOrders.ship, { params: { id: ordered.id } })
  expect([ship.status, ship.body.code]).toEqual([409, 'not-paid'])
})

/** @shows row-66 */
test('a partial refund leaves the order paid; its history has the amount once', async () => {
  const ordered = await paidOrder()
  const part = (cents: number) => ({
    kind: 'partly-refunded',
    details: { intent: ordered.intentId, cents },
  })
  const before = [{ kind: 'paid' }]
  const history = () => expect.poll(() => historyOf(ordered.id))
  await refundByHand(ordered.intentId, 10_000)
  await history().toMatchObject([...before, part(10_000)])
  await refundByHand(ordered.intentId, 5_000)
  await tell(ordered.intentId)
  await history().toMatchObject([...before, part(10_000), part(15_000)])
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'paid', paid: true })

  await refundByHand(ordered.intentId)
  await expect.poll(() => steps.read(mia, ordered.id)).toMatchObject({ status: 'refunded' })
  expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
})

test('a payment refunded before it was settled ends as refunded and returns the units', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.payAtProvider(mia, ordered)
  await refundByHand(intentId)
  await expect.poll(() => steps.eventsOf(ordered.id)).toEqual(['placed', 'paid', 'refunded'])
  expect((await steps.report(mia, ordered.id, intentId)).status).toBe(409)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
})

test('the webhook event of the shop’s own refund changes nothing', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const second = await steps.secondIntent(ordered)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  await shop.confirmCard(second.id)
  expect(await settle(shop.shop, second.id)).toBe('refunded')
  await processRefunds(shop.shop)
  await tell(second.id)
  const { data } = await shop.stripe.refunds.list({ payment_intent: second.id })
  expect(data).toHaveLength(1)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'paid', 'refunded'])
})

test('a full or partial refund of an old payment, made by hand, is recorded in the order', async () => {
  const [whole, part] = [await paidOrder(), await paidOrder()]
  await shop.stripe.refunds.create({ payment_intent: whole.intentId })
  await shop.stripe.refunds.create({ payment_intent: part.intentId, amount: 100 })
  for (let count = 0; count < 100; count += 1) {
    await shop.stripe.refunds.create({ payment_intent: part.intentId, amount: 1 })
  }
  // Before the two days of the reconciliation.
  const cards = { ...shop.shop.cards, eachPayment: async () => {} }
  await reconcilePayments({ ...shop.shop, cards })
  expect(await steps.read(mia, whole.id)).toMatchObject({ status: 'refunded' })
  expect(await steps.unitsLeft(whole.part.id)).toBe(10)
  expect(await steps.read(mia, part.id)).toMatchObject({ status: 'paid' })
  expect(await steps.eventsOf(part.id)).toEqual(['placed', 'paid', 'partly-refunded'])
  await shop.stripe.refunds.create({ payment_intent: part.intentId })
  await steps.query('delete from job_runs')
  await reconcilePayments(shop.shop)
})

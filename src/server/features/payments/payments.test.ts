import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from './jobs.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})

/** @shows row-37, P3 */
test('an order has one intent with its amount, the same on every call', async () => {
  const ordered = await steps.order(mia)
  const answers = await Promise.all([
    steps.open(mia, ordered),
    steps.open(mia, ordered),
    steps.open(mia, ordered),
  ])
  const secrets = new Set(answers.map(({ body }) => body.clientSecret))
  expect(secrets.size).toBe(1)
  const intent = await shop.stripe.paymentIntents.retrieve([...secrets][0]!.split('_secret_')[0]!)
  expect(intent).toMatchObject({ amount: 68_000, currency: 'usd', metadata: { order: ordered.id } })
})

/** @shows row-35, row-38 */
test('a confirmed payment reported by the browser pays the order', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const paid = { acknowledged: true, modifiedCount: 1, paid: true, transactionId: intentId }
  expect((await steps.report(mia, ordered.id, intentId)).body).toEqual(paid)
  expect((await steps.report(mia, ordered.id, intentId)).body).toEqual(paid)
  expect(await steps.read(mia, ordered.id)).toMatchObject({
    status: 'paid',
    paid: true,
    transactionId: intentId,
    heldUntil: null,
  })
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'paid'])
})

/** @shows row-38 */
test('invented, foreign, cheaper, unpaid and reused transactions pay nothing', async () => {
  const noah = await shop.signIn({ name: 'Noah' })
  const [mine, cheaper, foreign] = await Promise.all([
    steps.order(mia),
    steps.order(mia, { price: 100 }),
    steps.order(noah),
  ])
  const cheapIntent = await steps.payAtProvider(mia, cheaper)
  const foreignIntent = await steps.payAtProvider(noah, foreign)
  await steps.report(mia, cheaper.id, cheapIntent)
  const unpaid = await steps.openIntent(mia, mine)
  const elsewhere = await steps.secondIntent(mine)
  await shop.confirmCard(elsewhere.id)
  for (const transactionId of ['pi_madeup', foreignIntent, cheapIntent, unpaid, elsewhere.id]) {
    const { status, body } = await steps.report(mia, mine.id, transactionId)
    expect([transactionId, status, body.code]).toEqual([transactionId, 409, 'payment-not-accepted'])
  }
  expect(await steps.read(mia, mine.id)).toMatchObject({ status: 'unpaid', transactionId: null })
  expect((await steps.report(noah, mine.id, foreignIntent)).status).toBe(404)
})

test('a declined card leaves the order unpaid, and the same intent can be paid afterwards', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  await expect(shop.confirmCard(intentId, 'pm_card_visa_chargeDeclined')).rejects.toThrow(
    'declined',
  )
  expect((await steps.report(mia, ordered.id, intentId)).status).toBe(409)
  await shop.confirmCard(intentId)
  expect((await steps.report(mia, ordered.id, intentId)).body.paid).toBe(true)
})

/** @shows row-65, P2 */
test('if the browser crashes after the confirmation, the signed event pays the order', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
  const deliver = (secret: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      payload,
    })
  expect((await deliver('whsec_forged')).statusCode).toBe(400)
  expect((await deliver('whsec_sandbox')).statusCode).toBe(200)
  expect((await deliver('whsec_sandbox')).statusCode).toBe(200)
  await processWebhookEvents(shop.shop)
  await expect
    .poll(() => steps.read(mia, ordered.id))
    .toMatchObject({ paid: true, transactionId: intentId })
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'paid'])
})

/** @shows P2 */
test('without any event, a poll finds the payment', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

test('an intent whose answer was lost is found by its idempotency key', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await shop.database.pool.query(
    `update payment_intents set intent_id = null, status = 'creating' where order_id = $1`,
    [ordered.id],
  )
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

test('deleting an order first cancels its intent', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.openIntent(mia, ordered)
  const removed = await steps.remove(mia, ordered.id)
  expect(removed.body).toEqual({ deletedCount: 1 })
  await expect(shop.confirmCard(intentId)).rejects.toThrow()
  expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
})

test('deleting an order with an unsettled payment pays it instead', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const removed = await steps.remove(mia, ordered.id)
  expect([removed.status, removed.body.code]).toEqual([409, 'order-paid'])
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

/** @shows row-65 */
test('an expired reservation returns its units; the order remains and can be paid later', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const first = await steps.open(mia, ordered)
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'unpaid', heldUntil: null })
  const second = await steps.open(mia, ordered)
  expect(second.body.clientSecret).not.toBe(first.body.clientSecret)
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)
  const intentId = second.body.clientSecret.split('_secret_')[0]!
  await shop.confirmCard(intentId)
  expect((await steps.report(mia, ordered.id, intentId)).body.paid).toBe(true)
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'lapsed', 'held', 'paid'])
})

test('an order with an expired reservation and too little stock cannot be paid', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  const noah = await shop.signIn({ name: 'Noah' })
  await shop.call(noah, orders.place, {
    body: { product: ordered.part.id, name: ordered.part.name, quantity: 10, price: 680 },
  })
  const { status, body } = await steps.open(mia, ordered)
  expect([status, body.code, body.available]).toEqual([409, 'insufficient-stock', 0])
})

/** @shows P2 */
test('a payment of an order without stock is refunded once', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.payAtProvider(mia, ordered)
  // The payment succeeded before the cancellation reached the provider.
  await shop.database.pool.query(
    `with released as (update orders set held_until = null where id = $1),
          moved as (insert into stock_movements (product_id, order_id, hold_round, delta, reason)
                    values ($2, $1, 1, 10, 'released'), ($2, null, null, -10, 'received'))
     select`,
    [ordered.id, ordered.part.id],
  )
  expect((await steps.report(mia, ordered.id, intentId)).status).toBe(409)
  await shop.database.pool.query('update refunds set refund_id = null, next_attempt_at = now()')
  await processRefunds(shop.shop)
  await processRefunds(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'refunded', paid: false })
  const { data } = await shop.stripe.refunds.list({ payment_intent: intentId })
  expect(data.map(({ amount }) => amount)).toEqual([68_000])
})

/** @shows row-37 */
test('a payment by total alone must match exactly one unpaid order', async () => {
  const price = 12_345
  const first = await steps.order(mia, { price })
  const byTotal = () =>
    shop.call(mia, payments.createIntent, { body: { price: String(first.total) } })
  expect((await byTotal()).body.clientSecret).toBe((await steps.open(mia, first)).body.clientSecret)
  await steps.order(mia, { price })
  const two = await byTotal()
  expect([two.status, two.body.code]).toEqual([409, 'ambiguous-order'])
  const none = await shop.call(mia, payments.createIntent, { body: { price: 0.77 } })
  expect(none.status).toBe(404)
})

/** @shows P12, asvs-16.5.2 */
test('during an outage of the provider no units are released and nothing is charged', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  await steps.open(mia, ordered)
  shop.sandbox.setFaults({ cards: { failNext: 20 } })
  const removed = await steps.remove(mia, ordered.id)
  expect([removed.status, removed.body.code]).toEqual([503, 'unavailable'])
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)
  shop.sandbox.setFaults({})
  const again = await steps.remove(mia, ordered.id)
  expect(again.status).toBe(200)
})

test('an order without an opened payment can be deleted or expire during an outage of the provider', async () => {
  const [deleted, expired] = [
    await steps.order(mia, { stock: 10 }),
    await steps.order(mia, { stock: 10 }),
  ]
  shop.sandbox.setFaults({ cards: { failShare: 1 } })
  expect((await steps.remove(mia, deleted.id)).status).toBe(200)
  await steps.expire(expired.id)
  await expireReservations(shop.shop)
  shop.sandbox.setFaults({})
  for (const { part } of [deleted, expired]) expect(await steps.unitsLeft(part.id)).toBe(10)
})

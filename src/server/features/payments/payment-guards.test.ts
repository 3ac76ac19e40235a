import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { expireReservations, processRefunds, processWebhookEvents } from './jobs.ts'
import { settle } from './settle.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeAll(async () => {
  mia = await shop.signIn()
})
beforeEach(() => shop.sandbox.setFaults({}))

/** Sends an event with this age of the signature and this size. */
function deliver(
  id: string,
  { secret = 'whsec_sandbox', secondsAgo = 0, bytes = 0, intent = 'pi_of_nobody' } = {},
) {
  const event = JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intent, object: 'payment_intent' } },
  })
  const payload = event.padEnd(bytes)
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return shop.app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })
}

/** A payment for an order, made without the shop's intent. */
async function payElsewhere(order: string, amount: number, currency = 'usd') {
  const { id } = await shop.stripe.paymentIntents.create({
    amount,
    currency,
    metadata: { order, round: '1' },
  })
  await shop.confirmCard(id)
  return id
}

/** @shows P4, asvs-16.5.3 */
test('an event that cannot be stored is not acknowledged, so that the provider repeats it', async () => {
  await steps.query(`
    create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
  await steps.query(`create trigger disk_full before insert on webhook_events
    for each statement execute function disk_full()`)
  const id = `evt_${randomUUID()}`
  expect((await deliver(id)).statusCode).toBe(503)
  await steps.query('drop trigger disk_full on webhook_events')
  expect((await deliver(id)).statusCode).toBe(200)
  expect(await steps.query('select id from webhook_events where id = $1', [id])).toHaveLength(1)
})

test('an event with a forged signature is neither stored nor acknowledged', async () => {
  const id = `evt_${randomUUID()}`
  expect((await deliver(id, { secret: 'whsec_forged' })).statusCode).toBe(400)
  expect(await steps.query('select id from webhook_events where id = $1', [id])).toEqual([])
})

test.each([
  [200, 200],
  [310, 400],
  [-200, 200],
  [-310, 400],
  [-86_400 * 365, 400],
])('an event signed %i s ago is answered with %i', async (secondsAgo, status) => {
  const id = `evt_${randomUUID()}`
  expect((await deliver(id, { secondsAgo })).statusCode).toBe(status)
  const stored = await steps.query('select id from webhook_events where id = $1', [id])
  expect(stored).toHaveLength(status === 200 ? 1 : 0)
})

/** @shows P10 */
test.each([
  ['of 10,000 characters', 'a'.repeat(10_000)],
  ['of 256 characters', 'a'.repeat(256)],
  ['with a path', '../refunds'],
  ['of spaces', '  '],
  ['of another script', 'pi_ж'],
])('an event with an id of a payment %s is discarded instead of repeated', async (_, intent) => {
  const id = `evt_${randomUUID()}`
  expect((await deliver(id, { intent })).statusCode).toBe(200)
  // The delivery has started the job, too.
  await processWebhookEvents(shop.shop)
  const stored = () =>
    steps.query(
      'select processed_at is not null as ended, last_error from webhook_events where id = $1',
      [id],
    )
  await expect.poll(stored).toEqual([{ ended: true, last_error: 'not the id of a payment' }])
  await steps.query(
    `update webhook_events set received_at = now() - interval '1 day' where id = $1`,
    [id],
  )
  expect(await checkInvariants(shop.database.pool, { sweepSeconds: 1 })).toEqual([])
})

test('an event with an absurd id of its own is refused', async () => {
  expect((await deliver('e'.repeat(10_000))).statusCode).toBe(400)
})

test.each([
  ['may have 512 KiB', 512 * 1024, 200],
  ['may not have a byte more', 512 * 1024 + 1, 413],
])('an event %s', async (_, bytes, status) => {
  expect((await deliver(`evt_${randomUUID()}`, { bytes })).statusCode).toBe(status)
})

test.each([
  ['a cent less', 67_999, 'usd'],
  ['a cent more', 68_001, 'usd'],
  ['another currency', 68_000, 'jpy'],
])('a payment of %s pays nothing', async (_, amount, currency) => {
  const ordered = await steps.order(mia)
  const intentId = await payElsewhere(ordered.id, amount, currency)
  expect(await settle(shop.shop, intentId)).toBe('foreign')
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: false, transactionId: null })
})

test.each(['x', '1.5', '99999999999'])(
  'a payment made elsewhere with %s as its attempt pays its order without an intent of the shop',
  async (attempt) => {
    const ordered = await steps.order(mia)
    const ours = await steps.openIntent(mia, ordered)
    const { id } = await shop.stripe.paymentIntents.create({
      amount: 68_000,
      currency: 'usd',
      metadata: { order: ordered.id, round: attempt },
    })
    expect(await settle(shop.shop, id)).toBe('open')
    await shop.confirmCard(id)
    expect(await settle(shop.shop, id)).toBe('paid')
    const rows = await steps.query(
      'select intent_id, status from payment_intents where order_id = $1',
      [ordered.id],
    )
    expect(rows).toEqual([{ intent_id: ours, status: 'requires_payment_method' }])
  },
)

/** A second payment of a paid order, which has to be refunded. */
async function payTwice() {
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  return payElsewhere(ordered.id, 68_000)
}

test('a refund that fails at first is made once by the background job', async () => {
  const intentId = await payTwice()
  shop.sandbox.setFaults({ cards: { failNext: 20, match: 'refunds' } })
  expect(await settle(shop.shop, intentId)).toBe('refunded')
  const refunds = async () =>
    (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
  shop.sandbox.setFaults({})
  expect(await refunds()).toEqual([])
  await processRefunds(shop.shop)
  await processRefunds(shop.shop)
  expect(await refunds()).toEqual([68_000])
})

test('a refund request has an idempotency key of its payment', async () => {
  const intentId = await payTwice()
  expect(await settle(shop.shop, intentId)).toBe('refunded')
  expect(await settle(shop.shop, intentId)).toBe('refunded')
  const another = shop.stripe.refunds.create(
    { payment_intent: intentId, amount: 1 },
    { idempotencyKey: `refund-${intentId}` },
  )
  await expect(another).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test("the payment of another account's order cannot be opened", async () => {
  const ordered = await steps.order(mia)
  const noah = await shop.signIn({ name: 'Noah' })
  expect((await steps.open(noah, ordered)).status).toBe(404)
})

test('the payment of a paid order cannot be opened', async () => {
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const { status, body } = await steps.open(mia, ordered)
  expect([status, body.code]).toEqual([409, 'already-paid'])
  expect(await steps.unitsLeft(ordered.part.id)).toBe(90)
})

test('an expired reservation is renewed only at the current price', async () => {
  const ordered = await steps.order(mia)
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  await steps.query('update products set price_cents = 7000 where id = $1', [ordered.part.id])
  const { status, body } = await steps.open(mia, ordered)
  expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', 700])
  expect(await steps.unitsLeft(ordered.part.id)).toBe(100)
})

test('a reservation does not expire while its payment is processing', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.openIntent(mia, ordered)
  await steps.query(`update payment_intents set status = 'processing' where intent_id = $1`, [
    intentId,
  ])
  await steps.expire(ordered.id)
  await expireReservations(shop.shop)
  expect(await steps.statusAtProvider(intentId)).toBe('requires_payment_method')
  expect(await steps.unitsLeft(ordered.part.id)).toBe(90)
})

test('a deleted product cannot be ordered', async () => {
  const part = await shop.stock()
  await steps.query('update products set archived_at = now() where id = $1', [part.id])
  const body = { product: part.id, name: part.name, quantity: 10, price: 680 }
  expect((await shop.call(mia, orders.place, { body })).status).toBe(404)
})

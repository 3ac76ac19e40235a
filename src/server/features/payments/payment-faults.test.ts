import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../errors/errors.ts'
import { openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { closeOrder } from './close-order.ts'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from './jobs.ts'
import { settle } from './settle.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  const drifted = await steps.query(
    `select products.id from products left join stock_ledger on product_id = products.id
     group by products.id having products.quantity <> coalesce(sum(delta), 0)`,
  )
  expect(drifted).toEqual([])
})

test('opening the payment of an order with an unsettled payment settles it instead', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const again = await steps.open(mia, ordered)
  expect([again.status, again.body.code]).toEqual([409, 'already-paid'])
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

test('an intent that was cancelled at the provider is not returned again', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const closed = await steps.openIntent(mia, ordered)
  await shop.stripe.paymentIntents.cancel(closed)
  const fresh = await steps.openIntent(mia, ordered)
  expect(fresh).not.toBe(closed)
  await shop.confirmCard(fresh)
  expect((await steps.report(mia, ordered.id, fresh)).body.paid).toBe(true)
})

test('an intent that the provider does not know is replaced', async () => {
  const ordered = await steps.order(mia)
  await steps.query(
    `insert into payment_intents (order_id, hold_round, intent_id, status)
     values ($1, 1, $2, 'requires_payment_method')`,
    [ordered.id, `pi_${randomUUID()}`],
  )
  const intentId = await steps.payAtProvider(mia, ordered)
  expect((await steps.report(mia, ordered.id, intentId)).body.paid).toBe(true)
})

test.each(['deleted', 'lapsed'])(
  'an order with an intent that the provider does not know can be %s',
  async (how) => {
    const ordered = await steps.order(mia, { stock: 10 })
    await steps.query(
      `insert into payment_intents (order_id, hold_round, intent_id, status)
       values ($1, 1, $2, 'requires_payment_method')`,
      [ordered.id, `pi_${randomUUID()}`],
    )
    if (how === 'deleted') await steps.remove(mia, ordered.id)
    else {
      await steps.expire(ordered.id)
      await expireReservations(shop.shop)
    }
    expect(await steps.eventsOf(ordered.id)).toEqual(['placed', how])
    expect(await steps.unitsLeft(ordered.part.id)).toBe(10)
  },
)

test('a payment opened just after the expiry is not cancelled by the next job run', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  await steps.expire(ordered.id)
  const intentId = await steps.openIntent(mia, ordered)
  await expireReservations(shop.shop)
  expect(await steps.statusAtProvider(intentId)).toBe('requires_payment_method')
  expect(await steps.unitsLeft(ordered.part.id)).toBe(0)
  expect(await steps.eventsOf(ordered.id)).toEqual(['placed', 'lapsed', 'held'])
})

test('a cancelled intent created elsewhere for the same order does not replace the stored one', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const ours = await steps.openIntent(mia, ordered)
  const elsewhere = await steps.secondIntent(ordered)
  await shop.stripe.paymentIntents.cancel(elsewhere.id)
  await settle(shop.shop, elsewhere.id)
  await steps.remove(mia, ordered.id)
  expect(await steps.statusAtProvider(ours)).toBe('canceled')
})

test('a late answer does not reopen a cancelled intent', async () => {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.openIntent(mia, ordered)
  const early = await shop.shop.cards.findIntent(intentId)
  await steps.remove(mia, ordered.id)
  const cards = { ...shop.shop.cards, findIntent: async () => early }
  await settle({ ...shop.shop, cards }, intentId)
  const rows = await steps.query('select status from payment_intents where intent_id = $1', [
    intentId,
  ])
  expect(rows).toEqual([{ status: 'canceled' }])
})

/** @shows asvs-2.3.3 */
test('a payment during the deletion of its order is settled even after a crash', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const cards = {
    ...shop.shop.cards,
    findIntent: () => Promise.reject(new Error('the node dies here')),
  }
  await expect(closeOrder({ ...shop.shop, cards }, ordered.id, await deletion())).rejects.toThrow()
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

test('a payment report during an outage of the provider is answered with a warning not to pay again', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const away = vi.spyOn(shop.shop.cards, 'findIntent')
  away.mockRejectedValueOnce(new AppError('unavailable', { headers: { 'retry-after': '5' } }))
  const { status, body, headers } = await steps.report(mia, ordered.id, intentId)
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(body.detail).toContain('do not pay again')
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true, transactionId: intentId })
})

async function deletion() {
  const [row] = await steps.query('select id from users where uid = $1', [mia.uid])
  return { kind: 'deleted', userId: String(row?.['id']) } as const
}

test('a payment that is processing for days is polled until it ends', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.query(
    `update payment_intents set status = 'processing', created_at = now() - interval '9 days'
     where intent_id = $1`,
    [intentId],
  )
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true })
})

test('a refund that exists already, made by hand or under an old key, is recorded as done', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  const { id } = await shop.stripe.refunds.create({ payment_intent: intentId })
  await steps.query(
    `insert into refunds (intent_id, order_id, reason) values ($1, $2, 'paid-twice')`,
    [intentId, ordered.id],
  )
  await processRefunds(shop.shop)
  const rows = await steps.query('select refund_id from refunds where intent_id = $1', [intentId])
  expect(rows).toEqual([{ refund_id: id }])
})

test('an event and a refund that fail for months do not block others', async () => {
  const ordered = await steps.order(mia)
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.query(
    `with old as (insert into webhook_events (id, type, attempts) values ($1, 'old', 9000))
     insert into webhook_events (id, type, intent_id) values ($2, 'new', $3)`,
    [randomUUID(), randomUUID(), intentId],
  )
  await processWebhookEvents(shop.shop)
  expect(await steps.read(mia, ordered.id)).toMatchObject({ paid: true })
  await steps.query(
    `insert into refunds (intent_id, order_id, reason, attempts) values ($1, $2, 'old', 9000)`,
    [`pi_${randomUUID()}`, ordered.id],
  )
  await expect(processRefunds(shop.shop)).resolves.toBeUndefined()
})

test('all due events are processed in one run', async () => {
  await steps.query(
    `insert into webhook_events (id, type) select 'evt_' || n, 'old' from generate_series(1, 90) n`,
    [],
  )
  await processWebhookEvents(shop.shop)
  const open = `select count(*) from webhook_events where type = 'old' and id like 'evt%' and processed_at is null`
  expect(await steps.query(open, [])).toEqual([{ count: 0 }])
})

/** @shows asvs-16.5.3 */
test('the provider’s refusal of a server request is not reported as a client error', async () => {
  const refused = shop.shop.cards.refund(`pi_${randomUUID()}`, 0)
  await expect(refused).rejects.toThrow('The card provider rejected a request')
  await expect(refused).rejects.not.toHaveProperty('statusCode')
})

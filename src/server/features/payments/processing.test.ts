import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectInvariantsToHold, openPayments } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'
import { expireReservations, pollOpenPayments } from './jobs.ts'
import { settle } from './settle.ts'

const { shop, steps } = await openPayments()
let mia: TestUser
beforeAll(async () => {
  mia = await shop.signIn()
})
afterAll(() => expectInvariantsToHold(shop))

/** An order with a payment that its bank is processing, which the shop does not know yet. */
async function payWithSlowBank() {
  const ordered = await steps.order(mia, { stock: 10 })
  const intentId = await steps.openIntent(mia, ordered)
  await shop.confirmCard(intentId, 'pm_card_processing')
  return { ...ordered, intentId }
}

/** Ends the processing at the bank. */
const finish = (intentId: string, outcome: 'complete' | 'fail') =>
  shop.stripe.rawRequest('POST', `/v1/payment_intents/${intentId}/finish`, { outcome })

const ask = async () => {
  await steps.makeDue()
  await pollOpenPayments(shop.shop)
}

const statusOf = async (intentId: string) => {
  const [row] = await steps.query('select status from payment_intents where intent_id = $1', [
    intentId,
  ])
  return row?.['status']
}

test('a report of a processing payment is answered with 202 until the payment arrives', async () => {
  const { id, intentId } = await payWithSlowBank()
  const early = await steps.report(mia, id, intentId)
  expect([early.status, early.body]).toEqual([
    202,
    { acknowledged: true, modifiedCount: 0, paid: false, transactionId: null },
  ])
  expect(await settle(shop.shop, intentId)).toBe('processing')
  expect(await statusOf(intentId)).toBe('processing')
  expect(await steps.read(mia, id)).toMatchObject({ status: 'unpaid', transactionId: null })

  await finish(intentId, 'complete')
  const late = await steps.report(mia, id, intentId)
  expect([late.status, late.body.paid]).toEqual([200, true])
  expect(await steps.eventsOf(id)).toEqual(['placed', 'paid'])
})

test('a payment that fails after processing is refused and can be repeated with another card', async () => {
  const { id, intentId } = await payWithSlowBank()
  await steps.report(mia, id, intentId)
  await finish(intentId, 'fail')
  const { status, body } = await steps.report(mia, id, intentId)
  expect([status, body.code]).toEqual([409, 'payment-not-accepted'])
  await shop.confirmCard(intentId)
  expect((await steps.report(mia, id, intentId)).body.paid).toBe(true)
})

test('an order with a processing payment cannot be deleted and keeps its units', async () => {
  const { id, part, intentId } = await payWithSlowBank()
  for (const known of ['requires_payment_method', 'processing']) {
    expect(await statusOf(intentId)).toBe(known)
    const { status, body } = await steps.remove(mia, id)
    expect([status, body.code, body.detail]).toEqual([
      503,
      'unavailable',
      'The order is being paid or updated. Try again in a moment',
    ])
    expect(await steps.unitsLeft(part.id)).toBe(0)
  }
  await finish(intentId, 'complete')
  const paid = await steps.remove(mia, id)
  expect([paid.status, paid.body.code]).toEqual([409, 'order-paid'])
  expect(await steps.read(mia, id)).toMatchObject({ paid: true, transactionId: intentId })
})

test('an order can be deleted after its processing payment has failed', async () => {
  const { id, part, intentId } = await payWithSlowBank()
  expect((await steps.remove(mia, id)).status).toBe(503)
  await finish(intentId, 'fail')
  expect((await steps.remove(mia, id)).status).toBe(200)
  expect(await steps.statusAtProvider(intentId)).toBe('canceled')
  expect(await steps.unitsLeft(part.id)).toBe(10)
})

test.each([
  ['heard of', true],
  ['not heard of yet', false],
])(
  'a reservation outlives its expiry while its payment is processing, which the shop has %s',
  async (_, isKnown) => {
    const { id, part, intentId } = await payWithSlowBank()
    if (isKnown) await ask()
    await steps.expire(id)
    await expireReservations(shop.shop)
    await steps.query('update orders set next_lapse_at = now() where id = $1', [id])
    await expireReservations(shop.shop)
    expect([await statusOf(intentId), await steps.unitsLeft(part.id)]).toEqual(['processing', 0])

    await finish(intentId, 'complete')
    await ask()
    expect(await steps.eventsOf(id)).toEqual(['placed', 'paid'])
    expect(await steps.unitsLeft(part.id)).toBe(0)
  },
)

test('an overdue reservation expires once the processing has failed', async () => {
  const { id, part, intentId } = await payWithSlowBank()
  await ask()
  await steps.expire(id)
  await expireReservations(shop.shop)
  await finish(intentId, 'fail')
  await ask()
  await expireReservations(shop.shop)
  expect(await steps.statusAtProvider(intentId)).toBe('canceled')
  expect(await steps.eventsOf(id)).toEqual(['placed', 'lapsed'])
  expect(await steps.unitsLeft(part.id)).toBe(10)
})

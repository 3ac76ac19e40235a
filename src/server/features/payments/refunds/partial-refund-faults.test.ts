import { expect, test, vi } from 'vitest'
import { countTo, openPartialRefunds, units } from '../../../testing/steps/refunds.ts'
import { processRefunds } from '../jobs.ts'
import { settle } from '../settle.ts'

const {
  shop,
  steps,
  atProvider,
  endAfterAnswer,
  makeDue,
  paidOrder,
  refund,
  refundRest,
  refundsOf,
} = await openPartialRefunds()

/** @shows row-136, P2 */
test('a refund that exceeds what the provider has left is refused for good, and returns no units', async () => {
  const { id, lamp, intentId } = await paidOrder()
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 80_000 })
  const answer = await refund(id, { lines: [units(lamp, 2)], restock: true })
  expect(answer.body).toEqual({ state: 'refused' })
  await settle(shop.shop, intentId)
  expect(await atProvider(intentId)).toBe(80_000)
  expect(await steps.unitsLeft(lamp.id)).toBe(90)
  expect(await refundsOf(id)).toMatchObject({
    refunded: 800,
    left: 80,
    lines: [{ refunded: 0 }, {}],
  })
})

/** @shows row-136, P2 */
test('during an outage a refund is recorded, counts against the payment, and is made once by a job', async () => {
  const { id, lamp, intentId } = await paidOrder()
  vi.spyOn(shop.shop.cards, 'refundPart').mockRejectedValueOnce(new Error('away'))
  const answer = await refund(id, { lines: [units(lamp, 10)], restock: true })
  expect(answer.body).toEqual({ state: 'due' })
  expect([await atProvider(intentId), await steps.unitsLeft(lamp.id)]).toEqual([0, 90])
  expect((await refund(id, { amount: 300 })).body.code).toBe('refund-too-high')
  expect((await refundRest(id)).body.code).toBe('not-in-this-state')
  await makeDue()
  await Promise.all([processRefunds(shop.shop), processRefunds(shop.shop)])
  expect([await atProvider(intentId), await steps.unitsLeft(lamp.id)]).toEqual([68_000, 100])
})

/** @shows row-136, P2, P4 */
test('a node that ends between the provider’s answer and the database refunds once', async () => {
  const { id, lamp, intentId } = await paidOrder()
  endAfterAnswer()
  expect((await refund(id, { lines: [units(lamp, 1)], restock: true })).body.state).toBe('due')
  // The provider has forgotten the idempotency key.
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 100 })
  const again = vi.spyOn(shop.shop.cards, 'refundPart').mockClear()
  await makeDue()
  await processRefunds(shop.shop)
  expect(again).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  expect(await atProvider(intentId)).toBe(6_900)
  expect(await steps.unitsLeft(lamp.id)).toBe(91)
  expect((await refundsOf(id)).refunds.map(({ amount }) => amount)).toEqual([68, 1])
})

test('two nodes that ask the provider for the same refund at the same time refund once', async () => {
  const { intentId } = await paidOrder()
  const wanted = { intentId, name: 'one refund', amount: 1_000 }
  const { refundPart } = shop.shop.cards
  await Promise.allSettled([refundPart(wanted, 0), refundPart(wanted, 0)])
  await refundPart(wanted, 3)
  await settle(shop.shop, intentId)
  expect(await atProvider(intentId)).toBe(1_000)
})

test('the event of a refund that the node did not record itself completes it', async () => {
  const { id, lamp, intentId } = await paidOrder()
  endAfterAnswer()
  await refund(id, { lines: [units(lamp, 1)], restock: true })
  await Promise.all(countTo(3).map(() => settle(shop.shop, intentId)))
  expect((await refundsOf(id)).refunds).toMatchObject([{ state: 'made', amount: 68 }])
  expect(await steps.unitsLeft(lamp.id)).toBe(91)
})

test('a failure that the provider stores under an idempotency key delays a refund, and does not double it', async () => {
  const { id, intentId } = await paidOrder()
  // The provider's library sends each try three times.
  shop.sandbox.setFaults({ cards: { match: 'POST /v1/refunds', failStoredNext: 3 } })
  expect((await refund(id, { amount: 10 })).body.state).toBe('due')
  shop.sandbox.setFaults({})
  await makeDue()
  await processRefunds(shop.shop)
  expect(await atProvider(intentId)).toBe(1_000)
})

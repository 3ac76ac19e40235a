import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { connect, sandboxForTest } from '../testing.ts'

async function paidIntent(stripe: Stripe) {
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
}

test('a refund returns the whole amount, once', async () => {
  const stripe = connect(await sandboxForTest())
  const { id, latest_charge } = await paidIntent(stripe)
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund).toMatchObject({ amount: 1000, status: 'succeeded', payment_intent: id })
  expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund)
  const { data } = await stripe.refunds.list({ payment_intent: id })
  expect(data).toEqual([refund])

  const charge = await stripe.charges.retrieve(latest_charge as string)
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 1000 })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
})

test('a repeated refund with the same idempotency key is the same refund', async () => {
  const stripe = connect(await sandboxForTest())
  const { id } = await paidIntent(stripe)
  const once = { idempotencyKey: 'refund-1' }
  const first = await stripe.refunds.create({ payment_intent: id }, once)
  expect(await stripe.refunds.create({ payment_intent: id }, once)).toEqual(first)
})

test('partial refunds are possible until the whole amount is refunded', async () => {
  const stripe = connect(await sandboxForTest())
  const { id } = await paidIntent(stripe)
  await stripe.refunds.create({ payment_intent: id, amount: 400 })
  const tooMuch = stripe.refunds.create({ payment_intent: id, amount: 601 })
  await expect(tooMuch).rejects.toMatchObject({ code: 'amount_too_large' })
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(600)
})

test('an unpaid intent cannot be refunded', async () => {
  const stripe = connect(await sandboxForTest())
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
    'does not have a successful charge to refund',
  )
})

import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { connect, sandboxForTest } from '../testing.ts'

const order = { amount: 1000, currency: 'usd' }

test('a repeated call returns the first response without another effect', async () => {
  const stripe = connect(await sandboxForTest())
  const key = { idempotencyKey: 'order-1' }
  const first = await stripe.paymentIntents.create(order, key)
  const second = await stripe.paymentIntents.create(order, key)
  expect(second).toEqual(first)
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  expect(second.lastResponse.headers).toHaveProperty('idempotent-replayed', 'true')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('simultaneous calls with one key create one intent', async () => {
  const stripe = connect(await sandboxForTest())
  const key = { idempotencyKey: 'order-1' }
  const calls = Array.from({ length: 20 }, () => stripe.paymentIntents.create(order, key))
  expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1)
})

test('a key is refused with other parameters or for another call', async () => {
  const stripe = connect(await sandboxForTest())
  const key = { idempotencyKey: 'order-1' }
  const { id } = await stripe.paymentIntents.create(order, key)
  const otherAmount = stripe.paymentIntents.create({ ...order, amount: 2000 }, key)
  await expect(otherAmount).rejects.toThrow(Stripe.errors.StripeIdempotencyError)
  const otherCall = stripe.paymentIntents.cancel(id, {}, key)
  await expect(otherCall).rejects.toThrow(Stripe.errors.StripeIdempotencyError)
})

test('a decline is stored too: repeating it does not charge again', async () => {
  const stripe = connect(await sandboxForTest())
  const { id } = await stripe.paymentIntents.create(order)
  const confirm = () =>
    stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'try-1' },
    )
  const [first, second] = await Promise.all(
    [confirm, confirm].map((call) => call().catch(chargeOf)),
  )
  expect(first).toMatch(/^ch_/)
  expect(second).toBe(first)
})

const chargeOf = ({ charge }: Stripe.errors.StripeError) => charge

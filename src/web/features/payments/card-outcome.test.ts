import type { PaymentIntentResult, Stripe } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmCard, outcomeOf } from './card-outcome.ts'

const intentThatIs = (status: string) => ({ id: 'pi_1', status })
const confirmed = (status: string) =>
  outcomeOf({ paymentIntent: intentThatIs(status) } as PaymentIntentResult)
const refused = (error: object) => outcomeOf({ error } as PaymentIntentResult)

test('succeeded and processing intents count as paid', () => {
  expect(confirmed('succeeded')).toEqual({ madeIntent: 'pi_1' })
  expect(confirmed('processing')).toEqual({ madeIntent: 'pi_1' })
  expect(confirmed('requires_action')).toHaveProperty('problem')
})

test('an intent that succeeded earlier counts as paid, not declined', () => {
  const error = {
    code: 'payment_intent_unexpected_state',
    message: 'You cannot confirm this PaymentIntent because it has already succeeded.',
    payment_intent: intentThatIs('succeeded'),
  }
  expect(refused(error)).toEqual({ madeIntent: 'pi_1' })
})

test('distinguishes a cancelled intent from a declined card', () => {
  expect(refused({ message: 'Canceled', payment_intent: intentThatIs('canceled') })).toEqual({
    isClosed: true,
  })
  const declined = {
    message: 'Your card was declined.',
    payment_intent: intentThatIs('requires_payment_method'),
  }
  expect(refused(declined)).toEqual({ problem: 'Your card was declined.' })
})

test('an incomplete card keeps the message of the card field', () => {
  const incomplete = { type: 'validation_error', message: 'Your card number is incomplete.' }
  expect(refused(incomplete)).toEqual({ problem: 'Your card number is incomplete.' })
})

const lost = { error: { type: 'api_connection_error', message: 'You have not been charged.' } }
const failed = { error: { type: 'api_error', payment_intent: intentThatIs('requires_action') } }
const declined = { error: { type: 'card_error', message: 'Your card was declined.' } }
const unpaid = { paymentIntent: intentThatIs('requires_payment_method') }
const paid = { paymentIntent: intentThatIs('succeeded') }
const closed = { paymentIntent: intentThatIs('canceled') }

async function answer(of: object) {
  if (of instanceof Error) throw of
  return of as PaymentIntentResult
}

/** Confirms with a provider that answers the confirmation, and then each question about the intent, the last one again. */
async function confirmWith(confirmation: object, ...answers: object[]) {
  const retrieve = vi.fn(async () =>
    answer((answers.length > 1 ? answers.shift() : answers[0]) ?? lost),
  )
  const stripe = {
    confirmCardPayment: async () => answer(confirmation),
    retrievePaymentIntent: retrieve,
  } as unknown as Stripe
  const confirming = confirmCard(stripe, 'pi_1_secret_1', {})
  await vi.runAllTimersAsync()
  return { outcome: await confirming, asked: retrieve.mock.calls.length }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** @shows row-190 */
test.each([
  ['the connection', lost],
  ['the provider', failed],
  ['an unknown error', { error: { type: 'rate_limit_error' } }],
  ['the card form', new Error('unmounted')],
])('a confirmation that %s failed is asked for', async (_, confirmation) => {
  const outcomes = [
    await confirmWith(confirmation, paid),
    await confirmWith(confirmation, lost, paid),
    await confirmWith(confirmation, unpaid, paid),
    await confirmWith(confirmation, closed),
  ].map(({ outcome }) => outcome)
  const made = { madeIntent: 'pi_1' }
  expect(outcomes).toEqual([made, made, made, { isClosed: true }])
})

/** @shows row-190 */
test('says only what is known when nobody knows the outcome', async () => {
  expect(await confirmWith(lost, lost)).toEqual({ outcome: { isUnknown: true }, asked: 3 })
  expect(await confirmWith(lost, new Error('unmounted'))).toHaveProperty('outcome', {
    isUnknown: true,
  })
  expect(await confirmWith(lost, unpaid)).toHaveProperty('outcome', {
    isUnknown: true,
    soFar: true,
  })
  expect(await confirmWith(lost, unpaid, lost)).toHaveProperty('outcome', { isUnknown: true })
})

/** @shows row-190 */
test('a card that is refused for certain is not asked for', async () => {
  expect(await confirmWith(declined, paid)).toEqual({
    outcome: { problem: 'Your card was declined.' },
    asked: 0,
  })
})

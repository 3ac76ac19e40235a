import type { PaymentIntentResult } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { outcomeOf } from './card-outcome.ts'

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
  expect(refused({ message: 'Your card number is incomplete.' })).toEqual({
    problem: 'Your card number is incomplete.',
  })
})

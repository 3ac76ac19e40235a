import type Stripe from 'stripe'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { isBreakerRefusal } from '../circuit-breaker.ts'

/** Turns "the provider cannot be reached or is in trouble" into a refusal that says so. */
export async function explained<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const isPassing =
      isTrouble(error) || isBreakerRefusal(error) || hasCode(error, 'idempotency_key_in_use')
    // Its status is about our call to the provider, never about the call that we answer.
    if (!isPassing) throw new Error('The card provider refused a call', { cause: error })
    throw new AppError('unavailable', {
      detail: 'The card provider cannot be reached at the moment',
      headers: retryAfter(5),
    })
  }
}

/** An answer that repeats itself under its key, or a key that an older version used for other parameters. */
export const isKeptFailure = (error: unknown) =>
  (isOfProvider(error) && error.headers?.['idempotent-replayed'] === 'true') ||
  (isOfType(error, 'StripeIdempotencyError') && !hasCode(error, 'idempotency_key_in_use'))

export const isTrouble = (error: unknown): boolean =>
  isOfType(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError')

export const hasCode = (error: unknown, code: string) => isOfProvider(error) && error.code === code

const isOfType = (error: unknown, ...types: string[]): error is Stripe.errors.StripeError =>
  isOfProvider(error) && types.includes(error.type)

/** Told by its name: the class comes with the library, which may not be loaded. */
const isOfProvider = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

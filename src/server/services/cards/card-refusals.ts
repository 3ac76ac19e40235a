import type Stripe from 'stripe'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { isBreakerRefusal } from '../circuit-breaker.ts'

/** Maps outages of the card provider to `unavailable`. */
export async function mapProviderErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isTemporary =
      isOutage(error) || isBreakerRefusal(error) || hasCode(error, 'idempotency_key_in_use')
    // The provider's status concerns the shop's request and must not become the status of the shop's response.
    if (!isTemporary) throw new Error('The card provider rejected a request', { cause: error })
    throw new AppError('unavailable', {
      detail: 'The card provider cannot be reached at the moment',
      headers: retryAfter(5),
    })
  }
}

/** A failure replayed for its idempotency key, or a key that an older version used with other parameters. */
export const isReplayedFailure = (error: unknown) =>
  (isProviderError(error) && error.headers?.['idempotent-replayed'] === 'true') ||
  (isOfType(error, 'StripeIdempotencyError') && !hasCode(error, 'idempotency_key_in_use'))

export const isOutage = (error: unknown): boolean =>
  isOfType(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError')

export const hasCode = (error: unknown, code: string) =>
  isProviderError(error) && error.code === code

const isOfType = (error: unknown, ...types: string[]): error is Stripe.errors.StripeError =>
  isProviderError(error) && types.includes(error.type)

/** Recognised by its name: the class is part of the library, which may not be loaded. */
const isProviderError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

import type Stripe from 'stripe'
import { AppError } from '../../errors/errors.ts'
import { retryAfter } from '../../errors/retry-after.ts'
import { isBreakerRefusal, isUnasked } from '../circuit-breaker.ts'

/** Maps outages of the card provider to `unavailable`, after a report of each call that was made. */
export async function mapProviderErrors<T>(
  call: Promise<T>,
  report: (failure: object) => void,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isTemporary =
      isOutage(error) || isBreakerRefusal(error) || hasCode(error, 'idempotency_key_in_use')
    // The provider's status concerns the shop's request and must not become the status of the shop's response.
    if (!isTemporary) throw new Error('The card provider rejected a request', { cause: error })
    const wasAsked = !isUnasked(error)
    if (wasAsked) report(failureOf(error))
    const detail = 'The card provider cannot be reached at the moment'
    throw new AppError(
      'unavailable',
      { detail, headers: retryAfter(5) },
      wasAsked ? undefined : error,
    )
  }
}

/** What the log may have of a failure: the provider's answer may contain the secret of a payment. */
function failureOf(error: unknown): object {
  if (!isProviderError(error)) return { err: error }
  const { type, code, statusCode, requestId, message, detail } = error
  const reason = detail instanceof Error ? detail.message : undefined
  return { err: { type, code, statusCode, requestId, message }, reason }
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

import type Stripe from 'stripe'
import { hasCode, isReplayedFailure } from './card-refusals.ts'

/** A refund at the provider, made or on its way. */
export interface ProviderRefund {
  id: string
  /** In cents. */
  amount: number
  /** The shop's name of the refund; undefined for those of whole payments and of the provider's dashboard. */
  name: string | undefined
}

/** Part of a payment to refund, with a name that no other refund has. */
interface PartialRefund {
  intentId: string
  name: string
  /** In cents. */
  amount: number
}

export interface RefundService {
  /** Visits every refund since then with its intent, including those of the provider's dashboard. */
  eachRefund(
    since: Date,
    visit: (refund: { id: string; intentId: string; madeAt: Date }) => Promise<void>,
  ): Promise<void>
  /** The refunds of an intent, oldest first, without those that failed. */
  refundsOf(intentId: string): Promise<ProviderRefund[]>
  /**
   * Refunds the full amount, once for any number of calls. Returns the refund's id. The attempt number gives
   * another idempotency key when the provider repeats a stored failure.
   */
  refund(intentId: string, attempt: number): Promise<string>
  /**
   * Refunds part of a payment, once for any number of calls of a day. After that the provider has forgotten the
   * idempotency keys, so `refundsOf` is asked before.
   */
  refundPart(refund: PartialRefund, attempt: number): Promise<void>
}

type Page = { created: { gte: number }; limit: number; starting_after?: string }

export type CallProvider = <T>(request: (stripe: Stripe) => Promise<T>) => Promise<T>
export type EachSince = <T extends { id: string }>(
  since: Date,
  list: (stripe: Stripe, page: Page) => Promise<Stripe.ApiList<T>>,
  visit: (item: T) => Promise<void>,
) => Promise<void>

export function createRefunds(callProvider: CallProvider, eachSince: EachSince): RefundService {
  return {
    eachRefund: (since, visit) =>
      eachSince(
        since,
        (stripe, page) => stripe.refunds.list(page),
        async ({ id, payment_intent: intent, created }) => {
          const intentId = typeof intent === 'string' ? intent : intent?.id
          if (intentId) await visit({ id, intentId, madeAt: new Date(created * 1000) })
        },
      ),

    refundsOf: (intentId) =>
      callProvider(async (stripe) => {
        const all = await stripe.refunds
          .list({ payment_intent: intentId, limit: 100 })
          .autoPagingToArray({ limit: 10_000 })
        return all
          .filter(({ status }) => status !== 'failed' && status !== 'canceled')
          .toReversed()
          .map(({ id, amount, metadata }) => ({ id, amount, name: metadata?.['refund'] }))
      }),

    refund: (intentId, attempt) =>
      callProvider(async (stripe) => {
        const key = `refund-${intentId}`
        const sendBack = (idempotencyKey: string) =>
          stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })
        try {
          const { id } = await sendBack(key).catch((error: unknown) => {
            // The failure is stored for a day. Another key is safe: a full refund cannot happen twice.
            if (!isReplayedFailure(error)) throw error
            return sendBack(`${key}-${attempt}`)
          })
          return id
        } catch (error) {
          // The key expires after a day, and the owner may have refunded in the dashboard.
          if (!hasCode(error, 'charge_already_refunded')) throw error
          const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 1 })
          return data[0]?.id ?? intentId
        }
      }),

    refundPart: ({ intentId, name, amount }, attempt) =>
      callProvider(async (stripe) => {
        const params = { payment_intent: intentId, amount, metadata: { refund: name } }
        // Each key follows one whose failure the provider stores, so that only one of them refunds.
        for (let key = 0; ; key += 1) {
          try {
            await stripe.refunds.create(params, { idempotencyKey: `refund-${name}-${key}` })
            return
          } catch (error) {
            if (!isReplayedFailure(error) || key >= attempt) throw error
          }
        }
      }),
  }
}

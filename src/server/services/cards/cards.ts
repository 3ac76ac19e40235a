import type Stripe from 'stripe'
import type { Config } from '../../config/config.ts'
import { createBreaker } from '../circuit-breaker.ts'
import type { Breaker } from '../circuit-breaker.ts'
import type { WarningLog } from '../warning-log.ts'
import { mapProviderErrors, hasCode, isReplayedFailure, isOutage } from './card-refusals.ts'
import { readSignedEvent } from './card-events.ts'
import type { CardEvent } from './card-events.ts'
import { createRefunds } from './card-refunds.ts'
import type { CallProvider, EachSince, RefundService } from './card-refunds.ts'
import { toDispute } from './disputes.ts'
import type { Dispute } from './disputes.ts'

/** A payment intent of the provider, reduced to the fields in use. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  /** Cents that have been received. */
  amountReceived: number
  /** Refunded cents, by the shop or in the provider's dashboard; set by `findIntent`. */
  amountRefunded: number
  /** The provider marks the payment as disputed, which it does not for inquiries; set by `findIntent`. */
  isDisputed: boolean
  currency: string
  orderId: string | undefined
  /** The payment attempt; undefined if the shop did not create the intent. */
  attempt: number | undefined
}

/** An intent that succeeded. */
export interface Payment extends Intent {
  paidAt: Date
}

export interface CardService extends RefundService {
  /**
   * The intent of this payment attempt of the order: created at the first call, the same at every later one.
   * Undefined when the provider stores a failure for the attempt's idempotency key, which it repeats for a day.
   */
  intentFor(order: { id: string; attempt: number; totalCents: number }): Promise<Intent | undefined>
  /** Undefined when the provider does not know it. */
  findIntent(id: string): Promise<Intent | undefined>
  /** Visits every payment whose intent was created since then, in sequence. */
  eachPayment(since: Date, visit: (payment: Payment) => Promise<void>): Promise<void>
  /** All disputes and inquiries of an intent, in any state. */
  disputesOf(intentId: string): Promise<Dispute[]>
  /** Visits every dispute and inquiry that was opened since then. */
  eachDispute(since: Date, visit: (dispute: Dispute) => Promise<void>): Promise<void>
  /**
   * Cancels an intent. Returns its final state, which may be `succeeded`. Undefined when the provider does not
   * know the intent, so that it cannot be paid.
   */
  cancel(id: string): Promise<Intent | undefined>
  /** State of the circuit breaker in front of the provider. */
  breakerState: Breaker['state']
  /** The event of a webhook call. Rejects when the signature does not match the body. */
  readEvent(body: Buffer, signature: string): Promise<CardEvent>
}

export const currency = 'usd'

/** Pinned, since the account's default version can change in the provider's dashboard. */
const apiVersion = '2026-10-28.endive'

/**
 * Follows the account's name on the buyer's bank statement: 22 characters together, of which this leaves ten to
 * the name. The end of an order's id identifies the order; its beginning is the time.
 */
const statementSuffix = (orderId: string) => `PO ${orderId.slice(-6).toUpperCase()}`

export function createCards(config: Config, log: WarningLog = { warn() {} }): CardService {
  let client: Promise<Stripe> | undefined
  const connect = () => (client ??= createClient(config))
  const report = (failure: object) =>
    log.warn({ service: 'cards', ...failure }, 'card provider request failed')
  const guarded = createBreaker(isOutage, {
    onSwitch: (isOpen) =>
      log.warn({ service: 'cards' }, isOpen ? 'circuit breaker opened' : 'circuit breaker closed'),
  })
  const callProvider: CallProvider = (request) =>
    mapProviderErrors(
      guarded(async () => request(await connect())),
      report,
    )

  /** Reads page by page, outside of which the breaker does not time the visits. */
  const eachSince: EachSince = async (since, list, visit) => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    let after: string | undefined
    do {
      const page = { created, limit: 100, ...(after && { starting_after: after }) }
      const { data, has_more: isMore } = await callProvider((stripe) => list(stripe, page))
      for (const item of data) await visit(item)
      after = isMore ? data.at(-1)?.id : undefined
    } while (after)
  }

  return {
    breakerState: guarded.state,

    intentFor: ({ id, attempt, totalCents }) =>
      callProvider(async (stripe) => {
        try {
          return toIntent(
            await stripe.paymentIntents.create(
              {
                amount: totalCents,
                currency,
                // Other methods take days, and the units of an order are kept meanwhile (docs/decisions/0122).
                allowed_payment_method_types: ['card'],
                description: `Order ${id}`,
                statement_descriptor_suffix: statementSuffix(id),
                metadata: { order: id, round: String(attempt) },
              },
              { idempotencyKey: `order-${id}-${attempt}` },
            ),
          )
        } catch (error) {
          if (isReplayedFailure(error)) return undefined
          throw error
        }
      }),

    findIntent: (id) =>
      callProvider(async (stripe) => {
        try {
          return toIntent(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
        } catch (error) {
          if (hasCode(error, 'resource_missing')) return undefined
          throw error
        }
      }),

    eachPayment: (since, visit) =>
      eachSince(
        since,
        (stripe, page) => stripe.paymentIntents.list({ ...page, expand: ['data.latest_charge'] }),
        async (intent) => {
          if (intent.status === 'succeeded') await visit(toPayment(intent))
        },
      ),

    ...createRefunds(callProvider, eachSince),

    disputesOf: (intentId) =>
      callProvider(async (stripe) => {
        const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 100 })
        return data.map(toDispute)
      }),

    eachDispute: (since, visit) =>
      eachSince(
        since,
        (stripe, page) => stripe.disputes.list(page),
        (dispute) => visit(toDispute(dispute)),
      ),

    cancel: (id) =>
      callProvider(async (stripe) => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id))
        } catch (error) {
          if (hasCode(error, 'resource_missing')) return undefined
          if (!hasCode(error, 'payment_intent_unexpected_state')) throw error
          return toIntent(await stripe.paymentIntents.retrieve(id))
        }
      }),

    readEvent: async (body, signature) =>
      readSignedEvent(await connect(), { body, signature, secret: config.STRIPE_WEBHOOK_SECRET }),
  }
}

/** Loads the provider's library on demand: a node without payments does not need it. */
async function createClient(config: Config): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(config.STRIPE_SECRET_KEY, {
    apiVersion,
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(config.STRIPE_API_URL && addressOf(config.STRIPE_API_URL)),
  })
}

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return { host: hostname, protocol: scheme, ...(port && { port: Number(port) }) } as const
}

const toIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  clientSecret: intent.client_secret ?? '',
  status: intent.status,
  amountReceived: intent.amount_received,
  amountRefunded: chargeOf(intent)?.amount_refunded ?? 0,
  isDisputed: chargeOf(intent)?.disputed ?? false,
  currency: intent.currency,
  orderId: intent.metadata['order'],
  attempt: attemptOf(intent.metadata['round']),
})

/** Intents that the shop did not create may have any text there. */
const attemptOf = (text = '1') => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** The charge, where the call has asked for it. */
const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  charge && typeof charge === 'object' ? charge : undefined

const toPayment = (intent: Stripe.PaymentIntent): Payment => {
  const { created } = chargeOf(intent) ?? intent
  return { ...toIntent(intent), paidAt: new Date(created * 1000) }
}

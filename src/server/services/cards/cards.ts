import type Stripe from 'stripe'
import type { Config } from '../../config/config.ts'
import { createBreaker } from '../circuit-breaker.ts'
import type { Breaker } from '../circuit-breaker.ts'
import { explained, hasCode, isKeptFailure, isTrouble } from './card-refusals.ts'

/** What the shop reads of a payment intent. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  /** Cents that have really arrived. */
  amountReceived: number
  /** Cents that went back, by us or by the owner in the provider's own pages; known to `findIntent`. */
  amountRefunded: number
  currency: string
  orderId: string | undefined
  /** Undefined when it is none of ours. */
  round: number | undefined
}

/** An intent that succeeded. */
export interface Payment extends Intent {
  paidAt: Date
}

export interface CardEvent {
  id: string
  type: string
  intentId: string | undefined
}

export interface CardService {
  /**
   * The one intent of this round of the order: made at the first call, the same one ever after.
   * Undefined when the provider keeps a failure under the round's key, and would answer so for a day.
   */
  intentFor(order: { id: string; round: number; totalCents: number }): Promise<Intent | undefined>
  /** Undefined when the provider does not know it. */
  findIntent(id: string): Promise<Intent | undefined>
  /** Visits every payment whose intent was made since then, one after the other. */
  eachPayment(since: Date, visit: (payment: Payment) => Promise<void>): Promise<void>
  /** Visits the intent of every refund that was made since then, whoever made it. */
  eachRefund(since: Date, visit: (intentId: string) => Promise<void>): Promise<void>
  /**
   * Closes an intent for good; the intent as it then is, which may be `succeeded`. Undefined when the
   * provider does not know it, so that nobody can pay it.
   */
  cancel(id: string): Promise<Intent | undefined>
  /**
   * Sends everything back, once however often it is called. Returns the refund's id. The number of the
   * attempt leads past a failure that the provider keeps.
   */
  refund(intentId: string, attempt: number): Promise<string>
  /** Whether the provider is left alone at the moment. */
  breakerState: Breaker['state']
  /** The event of a webhook call. Rejects when the signature does not fit the bytes. */
  readEvent(body: Buffer, signature: string): Promise<CardEvent>
}

export const currency = 'usd'

/** What the shop is written against; the account's own version changes with the provider's dashboard. */
const apiVersion = '2026-10-28.endive'

/**
 * Stands behind the account's name on the buyer's bank statement, of whose 22 characters it leaves that
 * ten. The end of an order's id tells orders apart; its beginning is the time.
 */
const statementSuffix = (orderId: string) => `PO ${orderId.slice(-6).toUpperCase()}`

/** What asks for a part of a list. */
type Page = { created: { gte: number }; limit: number; starting_after?: string }

export function createCards(config: Config): CardService {
  let client: Promise<Stripe> | undefined
  const connect = () => (client ??= createClient(config))
  const guarded = createBreaker(isTrouble)
  const reached = <T>(ask: (stripe: Stripe) => Promise<T>) =>
    explained(guarded(async () => ask(await connect())))

  /** A page at a time: visits take as long as they need, and are none of the breaker's business. */
  async function eachSince<T extends { id: string }>(
    since: Date,
    list: (stripe: Stripe, page: Page) => Promise<Stripe.ApiList<T>>,
    visit: (item: T) => Promise<void>,
  ) {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    let after: string | undefined
    do {
      const page = { created, limit: 100, ...(after && { starting_after: after }) }
      const { data, has_more: isMore } = await reached((stripe) => list(stripe, page))
      for (const item of data) await visit(item)
      after = isMore ? data.at(-1)?.id : undefined
    } while (after)
  }

  return {
    breakerState: guarded.state,

    intentFor: ({ id, round, totalCents }) =>
      reached(async (stripe) => {
        try {
          return toIntent(
            await stripe.paymentIntents.create(
              {
                amount: totalCents,
                currency,
                automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
                description: `Order ${id}`,
                statement_descriptor_suffix: statementSuffix(id),
                metadata: { order: id, round: String(round) },
              },
              { idempotencyKey: `order-${id}-${round}` },
            ),
          )
        } catch (error) {
          if (isKeptFailure(error)) return undefined
          throw error
        }
      }),

    findIntent: (id) =>
      reached(async (stripe) => {
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

    eachRefund: (since, visit) =>
      eachSince(
        since,
        (stripe, page) => stripe.refunds.list(page),
        async ({ payment_intent: intent }) => {
          if (intent) await visit(typeof intent === 'string' ? intent : intent.id)
        },
      ),

    cancel: (id) =>
      reached(async (stripe) => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id))
        } catch (error) {
          if (hasCode(error, 'resource_missing')) return undefined
          if (!hasCode(error, 'payment_intent_unexpected_state')) throw error
          return toIntent(await stripe.paymentIntents.retrieve(id))
        }
      }),

    refund: (intentId, attempt) =>
      reached(async (stripe) => {
        const key = `refund-${intentId}`
        const sendBack = (idempotencyKey: string) =>
          stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })
        try {
          const { id } = await sendBack(key).catch((error: unknown) => {
            // Kept for a day, which is too long to wait. No key makes a refund of all happen twice.
            if (!isKeptFailure(error)) throw error
            return sendBack(`${key}-${attempt}`)
          })
          return id
        } catch (error) {
          // The provider forgets keys after a day, and the owner may have been faster by hand.
          if (!hasCode(error, 'charge_already_refunded')) throw error
          const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 1 })
          return data[0]?.id ?? intentId
        }
      }),

    async readEvent(body, signature) {
      const stripe = await connect()
      const event = stripe.webhooks.constructEvent(body, signature, config.STRIPE_WEBHOOK_SECRET)
      // Signed is not yet well-formed, whatever the types say.
      if (typeof event.id !== 'string' || typeof event.type !== 'string') {
        throw new TypeError('not an event')
      }
      const object = event.data.object as { object?: string; id?: string; payment_intent?: unknown }
      const intentId = object.object === 'payment_intent' ? object.id : object.payment_intent
      return {
        id: event.id,
        type: event.type,
        intentId: typeof intentId === 'string' ? intentId : undefined,
      }
    },
  }
}

/** Loads the provider's library, which a node without payments does without. */
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
  amountRefunded: refundedOf(intent.latest_charge),
  currency: intent.currency,
  orderId: intent.metadata['order'],
  round: roundOf(intent.metadata['round']),
})

/** An intent that was made elsewhere may say anything there. */
const roundOf = (text = '1') => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

const refundedOf = (charge: Stripe.PaymentIntent['latest_charge']) =>
  charge && typeof charge === 'object' ? charge.amount_refunded : 0

const toPayment = (intent: Stripe.PaymentIntent): Payment => {
  const paid = intent.latest_charge
  const { created } = paid && typeof paid === 'object' ? paid : intent
  return { ...toIntent(intent), paidAt: new Date(created * 1000) }
}

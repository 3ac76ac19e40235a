import Stripe from 'stripe'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** What the shop reads of a payment intent. */
export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  /** Cents that have really arrived. */
  amountReceived: number
  currency: string
  orderId: string | undefined
  round: number
}

export interface CardEvent {
  id: string
  type: string
  intentId: string | undefined
}

export interface CardService {
  /** The one intent of this round of the order: made at the first call, the same one ever after. */
  intentFor(order: { id: string; round: number; totalCents: number }): Promise<Intent>
  /** Undefined when the provider does not know it. */
  findIntent(id: string): Promise<Intent | undefined>
  /** Closes an intent for good; the intent as it then is, which may be `succeeded`. */
  cancel(id: string): Promise<Intent>
  /** Sends everything back, once however often it is called. Returns the refund's id. */
  refund(intentId: string): Promise<string>
  /** The event of a webhook call. Throws when the signature does not fit the bytes. */
  readEvent(body: Buffer, signature: string): CardEvent
}

export const currency = 'usd'

export function createCards(config: Config): CardService {
  const stripe = new Stripe(config.STRIPE_SECRET_KEY, {
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(config.STRIPE_API_URL && addressOf(config.STRIPE_API_URL)),
  })

  return {
    intentFor: ({ id, round, totalCents }) =>
      reached(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: totalCents,
              currency,
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              metadata: { order: id, round: String(round) },
            },
            { idempotencyKey: `order-${id}-${round}` },
          ),
        ),
      ),

    findIntent: (id) =>
      reached(async () => {
        try {
          return toIntent(await stripe.paymentIntents.retrieve(id))
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),

    cancel: (id) =>
      reached(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id))
        } catch (error) {
          if (!isUnexpectedState(error)) throw error
          return toIntent(await stripe.paymentIntents.retrieve(id))
        }
      }),

    refund: (intentId) =>
      reached(async () => {
        const { id } = await stripe.refunds.create(
          { payment_intent: intentId },
          { idempotencyKey: `refund-${intentId}` },
        )
        return id
      }),

    readEvent(body, signature) {
      const event = stripe.webhooks.constructEvent(body, signature, config.STRIPE_WEBHOOK_SECRET)
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
  currency: intent.currency,
  orderId: intent.metadata['order'],
  round: Number(intent.metadata['round'] ?? 1),
})

/** Turns "the provider cannot be reached or is in trouble" into a refusal that says so. */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isTrouble =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    if (!isTrouble) throw error
    throw new AppError('unavailable', {
      detail: 'The card provider cannot be reached. Nothing was charged.',
      headers: { 'retry-after': '5' },
    })
  }
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

const isUnexpectedState = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'

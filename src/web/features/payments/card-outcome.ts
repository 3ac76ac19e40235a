import type {
  ConfirmCardPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeError,
} from '@stripe/stripe-js'
import { rememberChange } from '#web/lib/http/sent-changes.ts'

/**
 * Result of a confirmation: succeeded or processing, intent cancelled, refused for certain, or unknown to the page; `soFar`
 * then says that the provider was reached and has not charged the card yet.
 */
export type CardOutcome =
  | { madeIntent: string }
  | { isClosed: true }
  | { problem: string }
  | { isUnknown: true; soFar?: true }

/** How long to wait before each question about the outcome: connections of phones are back after some seconds. */
const askAfterMs = [0, 2_000, 4_000]

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Charges the card, with 3-D Secure if required, and finds out what became of it if the answer was lost; never rejects. */
export async function confirmCard(
  stripe: Stripe,
  clientSecret: string,
  data: ConfirmCardPaymentData,
): Promise<CardOutcome> {
  const outcome = await outcomeFrom(() =>
    rememberChange('card', () => stripe.confirmCardPayment(clientSecret, data)),
  )
  return 'isUnknown' in outcome ? findOut(stripe, clientSecret) : outcome
}

/** Asks the provider for the intent. One that is not made may still be: the lost call can be on its way. */
async function findOut(stripe: Stripe, clientSecret: string): Promise<CardOutcome> {
  let isReached = false
  for (const ms of askAfterMs) {
    await wait(ms)
    const outcome = await outcomeFrom(() => stripe.retrievePaymentIntent(clientSecret))
    if ('madeIntent' in outcome || 'isClosed' in outcome) return outcome
    isReached = 'problem' in outcome
  }
  return { isUnknown: true, ...(isReached && { soFar: true }) }
}

async function outcomeFrom(ask: () => Promise<PaymentIntentResult>): Promise<CardOutcome> {
  try {
    return outcomeOf(await ask())
  } catch {
    return { isUnknown: true }
  }
}

export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  // If the intent succeeded earlier, for example in another tab, the error contains it.
  const intent = paymentIntent ?? error?.payment_intent
  if (intent && isMade(intent)) return { madeIntent: intent.id }
  if (intent?.status === 'canceled') return { isClosed: true }
  if (error && !isRefusal(error)) return { isUnknown: true }
  return { problem: error?.message ?? 'The payment was not completed. Try again.' }
}

const isMade = ({ status }: Pick<PaymentIntent, 'status'>) =>
  status === 'succeeded' || status === 'processing'

/**
 * Whether an error says for certain that the card was not charged: a lost connection or a failure of the provider says so in
 * its message too, but cannot know it.
 */
const isRefusal = ({ type, payment_intent: intent }: StripeError) =>
  type === 'card_error' || type === 'validation_error' || (intent && !unknowing.has(type))

const unknowing = new Set<StripeError['type']>(['api_connection_error', 'api_error'])

import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js'

/** What came of a confirmation: money is on its way, the payment had been closed, or neither. */
export type CardOutcome = { madeIntent: string } | { isClosed: true } | { problem: string }

export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  // A payment that was made before, such as in another tab, is refused together with its intent.
  const intent = paymentIntent ?? error?.payment_intent
  if (intent && isMade(intent)) return { madeIntent: intent.id }
  if (intent?.status === 'canceled') return { isClosed: true }
  return { problem: error?.message ?? 'The payment was not completed. Try again.' }
}

export const isMade = ({ status }: Pick<PaymentIntent, 'status'>) =>
  status === 'succeeded' || status === 'processing'

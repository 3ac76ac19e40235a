import type {
  ConfirmCardPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
} from '@stripe/stripe-js'

/** What came of a confirmation: money is on its way, the payment had been closed, or neither. */
export type CardOutcome = { madeIntent: string } | { isClosed: true } | { problem: string }

/** Charges the card, asking its owner's bank where it has to be; never rejects. */
export async function confirmCard(
  stripe: Stripe,
  clientSecret: string,
  data: ConfirmCardPaymentData,
): Promise<CardOutcome> {
  try {
    return outcomeOf(await stripe.confirmCardPayment(clientSecret, data))
  } catch {
    return { problem: 'The card form does not answer. Load this page anew: nothing is paid twice.' }
  }
}

export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  // A payment that was made before, such as in another tab, is refused together with its intent.
  const intent = paymentIntent ?? error?.payment_intent
  if (intent && isMade(intent)) return { madeIntent: intent.id }
  if (intent?.status === 'canceled') return { isClosed: true }
  return { problem: error?.message ?? 'The payment was not completed. Try again.' }
}

const isMade = ({ status }: Pick<PaymentIntent, 'status'>) =>
  status === 'succeeded' || status === 'processing'

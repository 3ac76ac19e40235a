import type {
  ConfirmCardPaymentData,
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
} from '@stripe/stripe-js'

/** Result of a confirmation: succeeded or processing, intent cancelled, or declined. */
export type CardOutcome = { madeIntent: string } | { isClosed: true } | { problem: string }

/** Charges the card, with 3-D Secure if required; never rejects. */
export async function confirmCard(
  stripe: Stripe,
  clientSecret: string,
  data: ConfirmCardPaymentData,
): Promise<CardOutcome> {
  try {
    return outcomeOf(await stripe.confirmCardPayment(clientSecret, data))
  } catch {
    return {
      problem: 'The card form is not responding. Reload the page. You won’t be charged twice.',
    }
  }
}

export function outcomeOf({ paymentIntent, error }: PaymentIntentResult): CardOutcome {
  // If the intent succeeded earlier, for example in another tab, the error contains it.
  const intent = paymentIntent ?? error?.payment_intent
  if (intent && isMade(intent)) return { madeIntent: intent.id }
  if (intent?.status === 'canceled') return { isClosed: true }
  return { problem: error?.message ?? 'The payment was not completed. Try again.' }
}

const isMade = ({ status }: Pick<PaymentIntent, 'status'>) =>
  status === 'succeeded' || status === 'processing'

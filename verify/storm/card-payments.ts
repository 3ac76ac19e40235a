import { publishableKey } from '../../sandbox/keys.ts'

/** Result of a payment attempt; `closed` if the intent is canceled. */
export type Outcome = 'paid' | 'needs action' | 'declined' | 'closed' | 'unknown'

interface IntentResponse {
  status?: string
  error?: { type?: string; payment_intent?: { status?: string } }
}

const triesMax = 8

/** Pays at the card provider as the browser does, and retries while connections break. */
export const confirmCard = (provider: string, clientSecret: string, paymentMethod: string) =>
  postIntent(provider, clientSecret, 'confirm', { payment_method: paymentMethod })

/** Completes the 3-D Secure challenge. */
export const completeChallenge = (provider: string, clientSecret: string) =>
  postIntent(provider, clientSecret, 'authenticate', { outcome: 'complete' })

async function postIntent(
  provider: string,
  clientSecret: string,
  action: string,
  parameters: Record<string, string>,
): Promise<Outcome> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      const url = `${provider}/v1/payment_intents/${transactionOf(clientSecret)}/${action}`
      const body = new URLSearchParams({
        key: publishableKey,
        client_secret: clientSecret,
        ...parameters,
      })
      const response = await fetch(url, { method: 'POST', body })
      if (response.status < 500) return outcomeOf((await response.json()) as IntentResponse)
    } catch {
      // The connection broke; the next attempt returns the outcome.
    }
  }
  return 'unknown'
}

/** The id of the payment intent, which a client secret begins with. */
export const transactionOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

function outcomeOf({ status, error }: IntentResponse): Outcome {
  if (error?.type === 'card_error') return 'declined'
  const now = status ?? error?.payment_intent?.status
  if (now === 'succeeded') return 'paid'
  if (now === 'requires_action') return 'needs action'
  return now === 'canceled' ? 'closed' : 'unknown'
}

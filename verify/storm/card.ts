import { publishableKey } from '../../sandbox/keys.ts'

/** What came of trying to pay; `closed` when the intent takes no money any more. */
export type Outcome = 'paid' | 'asks' | 'declined' | 'closed' | 'unknown'

interface IntentAnswer {
  status?: string
  error?: { type?: string; payment_intent?: { status?: string } }
}

const triesMax = 8

/** Pays at the card provider as the browser does, again and again while its answers are cut off. */
export const confirmCard = (provider: string, clientSecret: string, paymentMethod: string) =>
  ask(provider, clientSecret, 'confirm', { payment_method: paymentMethod })

/** Answers the question of the card owner's bank. */
export const answerBank = (provider: string, clientSecret: string) =>
  ask(provider, clientSecret, 'authenticate', { outcome: 'complete' })

async function ask(
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
      if (response.status < 500) return outcomeOf((await response.json()) as IntentAnswer)
    } catch {
      // The line broke: the next try tells what happened.
    }
  }
  return 'unknown'
}

/** Only the provider knows how a payment stands, so the shop's pages read its id from the secret too. */
export const transactionOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

function outcomeOf({ status, error }: IntentAnswer): Outcome {
  if (error?.type === 'card_error') return 'declined'
  const now = status ?? error?.payment_intent?.status
  if (now === 'succeeded') return 'paid'
  if (now === 'requires_action') return 'asks'
  return now === 'canceled' ? 'closed' : 'unknown'
}

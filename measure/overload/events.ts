import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { startTarget } from './target.ts'

const everyMs = 100

/** Reports signed events of the card provider, each once, and counts those that were taken. */
export async function sendEvents(
  { url, config }: Pick<Awaited<ReturnType<typeof startTarget>>, 'url' | 'config'>,
  seconds: number,
) {
  const { webhooks } = new Stripe(config.STRIPE_SECRET_KEY)
  const send = async () => {
    const payload = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_unknown', object: 'payment_intent' } },
    })
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret: config.STRIPE_WEBHOOK_SECRET,
    })
    const { status } = await fetch(`${url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    return status === 200
  }
  const sent: Promise<boolean>[] = []
  for (let time = 0; time < seconds * 1000; time += everyMs) {
    sent.push(send().catch(() => false))
    await sleep(everyMs)
  }
  const taken = await Promise.all(sent)
  return { sent: taken.length, accepted: taken.filter(Boolean).length }
}

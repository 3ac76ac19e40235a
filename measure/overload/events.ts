import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Target } from './target.ts'

const intervalMs = 100

/** Sends signed card provider events, each once, and counts the accepted ones. */
export async function sendEvents({ url, config }: Pick<Target, 'url' | 'config'>, seconds: number) {
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
  const results: Promise<boolean>[] = []
  for (let time = 0; time < seconds * 1000; time += intervalMs) {
    results.push(send().catch(() => false))
    await sleep(intervalMs)
  }
  const accepted = (await Promise.all(results)).filter(Boolean)
  return { sent: results.length, accepted: accepted.length }
}

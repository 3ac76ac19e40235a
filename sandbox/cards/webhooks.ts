import { createHmac } from 'node:crypto'
import type { Database } from '../database.ts'
import type { Faults } from '../faults.ts'
import { webhookSecret } from '../keys.ts'
import { insertObject, newId, now } from './objects.ts'

type EventType =
  | 'payment_intent.created'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'

/** Records an event and schedules its deliveries, in the transaction of the call. */
export type Emit = (type: EventType, object: object) => void

export type Webhooks = ReturnType<typeof createWebhooks>

export type Retry = {
  /** Attempts per delivery. */
  attempts: number
  /** Delay before the second attempt; each further delay doubles, up to a minute. */
  firstDelayMs: number
}

const responseTimeoutMs = 10_000
const longestDelayMs = 60_000

/** Sends signed events to one endpoint, with retries until it responds with 2xx, also after a restart. */
export function createWebhooks(db: Database, faults: Faults, retry: Retry, endpoint?: string) {
  let url = endpoint
  const stopped = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const inFlight = new Set<Promise<void>>()

  const insert = db.prepare('insert into deliveries (body, due_at) values (?, ?)')
  const read = db.prepare('select body, attempts from deliveries where id = ?')
  const postpone = db.prepare('update deliveries set attempts = ?, due_at = ? where id = ?')
  const finish = db.prepare('delete from deliveries where id = ?')

  function schedule(id: number, dueAt: number) {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        const attempt = deliver(id).finally(() => inFlight.delete(attempt))
        inFlight.add(attempt)
      },
      Math.max(0, dueAt - Date.now()),
    )
    timers.add(timer)
  }

  async function deliver(id: number) {
    const delivery = read.get(id)
    if (!delivery) return
    if (await isAccepted(String(delivery['body']))) {
      finish.run(id)
      return
    }
    if (stopped.signal.aborted) return
    const attempts = Number(delivery['attempts']) + 1
    if (attempts >= retry.attempts) {
      finish.run(id)
      return
    }
    const dueAt = Date.now() + Math.min(retry.firstDelayMs * 2 ** (attempts - 1), longestDelayMs)
    postpone.run(attempts, dueAt, id)
    schedule(id, dueAt)
  }

  async function isAccepted(body: string): Promise<boolean> {
    if (!url) return false
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  for (const row of db.prepare('select id, due_at from deliveries').all()) {
    schedule(Number(row['id']), Number(row['due_at']))
  }

  return {
    setUrl(endpoint: string | undefined) {
      url = endpoint
    },

    /** Records an event, and sends it if an endpoint is configured, as Stripe does. */
    emit(type: EventType, object: object, request: { id: string; idempotency_key: string | null }) {
      const event = insertObject(db, {
        id: newId('evt'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: now(),
        data: { object },
        livemode: false,
        pending_webhooks: url ? 1 : 0,
        request,
        type,
      })
      if (!url) return
      for (const delayMs of faults.deliveryDelays()) {
        const dueAt = Date.now() + delayMs
        const { lastInsertRowid } = insert.run(JSON.stringify(event), dueAt)
        schedule(Number(lastInsertRowid), dueAt)
      }
    },

    async stop() {
      stopped.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(inFlight)
    },
  }
}

/** Stripe's signature scheme v1: an HMAC over time and body. */
function signature(body: string): string {
  const timestamp = now()
  const hmac = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${hmac}`
}

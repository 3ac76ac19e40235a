import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from './violations.ts'

const patienceMs = 45_000

/** Lets the time pass that a repetition waits for; what it then does is up to the nodes. */
const makeDue = `
  with intents as (update payment_intents set next_poll_at = now()
                   where status not in ('succeeded', 'canceled') and next_poll_at > now()),
       events as (update webhook_events set next_attempt_at = now()
                  where processed_at is null and next_attempt_at > now()),
       holds as (update orders set next_lapse_at = now()
                 where held_until <= now() and next_lapse_at > now())
  update refunds set next_attempt_at = now() where refund_id is null and next_attempt_at > now()`

const openWork = `
  select 'payment of order ' || order_id || ', round ' || hold_round || ': ' || status as work
  from payment_intents where status not in ('succeeded', 'canceled')
  union all select 'event ' || id from webhook_events where processed_at is null
  union all select 'refund of ' || intent_id from refunds where refund_id is null`

const openHolds = `
  union all select 'hold of order ' || id from orders where held_until is not null`

/**
 * Waits until the nodes have worked off what the storm left behind; every hold has lapsed or is paid,
 * too, unless they outlast it.
 */
export async function settle(pool: Pool, { holdsLast = false } = {}): Promise<Violation[]> {
  const promise = 'after a storm every payment, event, refund and hold comes to its end'
  for (const started = Date.now(); ; await sleep(1_000)) {
    const { rows } = await pool.query<{ work: string }>(holdsLast ? openWork : openWork + openHolds)
    if (rows.length === 0 || Date.now() - started > patienceMs) {
      return violations(
        'settled',
        promise,
        rows.map(({ work }) => work),
      )
    }
    await pool.query(makeDue)
  }
}

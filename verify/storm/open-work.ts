import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

const timeoutMs = 45_000

/** Makes every retry due, and payments without a reservation as old as they may get; the nodes then end both. */
const makeDue = `
  with intents as (update payment_intents set next_poll_at = now(), created_at = created_at - interval '1 hour'
                   where status not in ('succeeded', 'canceled') and next_poll_at > now()),
       events as (update webhook_events set next_attempt_at = now()
                  where processed_at is null and next_attempt_at > now()),
       reservations as (update orders set next_lapse_at = now()
                        where held_until <= now() and next_lapse_at > now())
  update refunds set next_attempt_at = now() where refund_id is null and next_attempt_at > now()`

const openWork = `
  select 'payment of order ' || order_id || ', attempt ' || hold_round || ': ' || status as work
  from payment_intents where status not in ('succeeded', 'canceled')
  union all select 'event ' || id from webhook_events where processed_at is null
  union all select 'refund of ' || intent_id from refunds where refund_id is null
  union all select 'shipment of order ' || id from orders where ship_due_at is not null`

const openReservations = `
  union all select 'reservation of order ' || id from orders where held_until is not null`

/**
 * Waits until the nodes have processed all payments, events, refunds and shipments, and each reservation has expired or is
 * paid. With `keepsReservations` they outlast the run and are not waited for.
 */
export async function waitForOpenWork(
  pool: Pool,
  { keepsReservations = false } = {},
): Promise<Violation[]> {
  const query = keepsReservations ? openWork : openWork + openReservations
  for (const started = Date.now(); ; await sleep(1_000)) {
    const { rows } = await pool.query<{ work: string }>(query)
    if (rows.length === 0 || Date.now() - started > timeoutMs) {
      return violations(
        'open work',
        'after the faults every payment, event, refund, shipment and reservation is completed',
        rows.map(({ work }) => work),
      )
    }
    await pool.query(makeDue)
  }
}

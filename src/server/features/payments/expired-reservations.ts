import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { backoff } from '../../jobs/backoff.ts'

/**
 * Claims at most `limit` orders whose reservation has expired, each for one node; orders that failed before are
 * last. A payment that is processing cannot be cancelled, so its order keeps its units.
 */
export async function claimExpiredReservations(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; attempts: number }>`
    update orders
    set lapse_attempts = lapse_attempts + 1,
        next_lapse_at = now() + ${backoff('lapse_attempts', { firstSeconds: 5 })}
    where id in (
      select id from orders
      where held_until <= now() and next_lapse_at <= now() and not exists (
        select from payment_intents
        where order_id = orders.id and payment_intents.hold_round = orders.hold_round
          and payment_intents.status = 'processing')
      order by next_lapse_at limit ${limit} for update skip locked)
    returning id, lapse_attempts as attempts`.execute(db)
  return rows
}

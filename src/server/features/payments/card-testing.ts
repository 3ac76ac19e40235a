import { sql } from 'kysely'
import { failedPaymentsMax } from '#contract/limits.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors.ts'

/**
 * Refuses to open a payment of which several were declined lately: somebody may be trying out cards
 * that are not theirs. The provider's own events are counted, so no browser can hide any.
 */
export async function refuseCardTesting(db: Db, orderId: string) {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from received_at + interval '1 hour' - now()))::int as seconds
    from webhook_events join payment_intents using (intent_id)
    where order_id = ${orderId} and webhook_events.type = 'payment_intent.payment_failed'
      and received_at > now() - interval '1 hour'
    order by received_at desc limit ${failedPaymentsMax}`.execute(db)
  const oldest = rows[failedPaymentsMax - 1]
  if (!oldest) return
  throw new AppError('too-many', {
    detail: `${failedPaymentsMax} payments of this order were declined within an hour. Try again later, with another card`,
    headers: { 'retry-after': String(oldest.seconds) },
  })
}

import { sql } from 'kysely'
import { failedPaymentsMax } from '#contract/shared/limits.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { cancelIntent } from './close-order.ts'

/** The webhook event of a declined card. */
export const declined = 'payment_intent.payment_failed'

/**
 * Refuses to open a payment after several declined cards: they may be stolen cards under test. The
 * provider's own events are counted, so that no client can hide a failure.
 */
export async function refuseCardTesting(db: Db, orderId: string) {
  const seconds = await secondsToWait(db, orderId)
  if (seconds === undefined) return
  throw new AppError('too-many', {
    detail: `${failedPaymentsMax} payments of this order were declined within an hour. Try again later, with another card`,
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Cancels the intent of such a payment, since a client that already has its secret could go on. After
 * an hour the payment can be opened again, with another intent.
 */
export async function cancelIfTested(shop: Shop, intentId: string) {
  const { config, database } = shop
  if (config.LIMITS !== 'on') return
  const intent = await database.db
    .selectFrom('payment_intents')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .executeTakeFirst()
  if (!intent || (await secondsToWait(database.db, intent.order_id)) === undefined) return
  await cancelIntent(shop, intentId)
}

/** Undefined if the order may be paid now. */
async function secondsToWait(db: Db, orderId: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from received_at + interval '1 hour' - now()))::int as seconds
    from webhook_events join payment_intents using (intent_id)
    where order_id = ${orderId} and webhook_events.type = ${declined}
      and received_at > now() - interval '1 hour'
    order by received_at desc limit ${failedPaymentsMax}`.execute(db)
  return rows[failedPaymentsMax - 1]?.seconds
}

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { NewRefund } from './credit-notes.ts'

interface Partial {
  orderId: string
  intentId: string
  /** All that was refunded so far. */
  cents: number
  /** The new ones. */
  refunds: readonly NewRefund[]
}

/**
 * Adds new partial refunds to the history of their order, as one entry. Its `cents` are the total returned so far, so a
 * late or repeated answer adds nothing.
 */
export async function recordPartialRefund(
  trx: Transaction<Schema>,
  { orderId, intentId, cents, refunds }: Partial,
) {
  const decided = refunds.find(({ refundNo }) => refundNo !== undefined)?.refundNo
  const added = refunds.reduce((sum, refund) => sum + refund.cents, 0)
  await sql`
    insert into order_events (order_id, kind, actor, details)
    select ${orderId}, 'partly-refunded', coalesce(decided.actor, 'card-provider'),
      jsonb_build_object('intent', ${intentId}::text, 'cents', ${cents}::bigint)
        || jsonb_strip_nulls(jsonb_build_object('amount', nullif(${added}::bigint, 0), 'note', decided.note))
    from (select) as always left join (
      select actor, note from partial_refunds
      where order_id = ${orderId} and refund_no = ${decided ?? null}::smallint) as decided on true
    where not exists (
      select from order_events
      where order_id = ${orderId} and kind = 'partly-refunded'
        and (details ->> 'cents')::bigint >= ${cents})`.execute(trx)
}

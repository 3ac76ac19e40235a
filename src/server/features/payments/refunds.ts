import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { recordEvent } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'

type Deps = Pick<Shop, 'database' | 'cards' | 'log'>

interface Refund {
  order: LockedOrder
  intentId: string
  reason: 'paid-twice' | 'out-of-stock'
}

/** Writes down that this money goes back. Whatever happens next, the sweeper keeps the promise. */
export async function promiseRefund(trx: Transaction<Schema>, { order, intentId, reason }: Refund) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('refunds')
    .values({ intent_id: intentId, order_id: order.id, reason, refund_id: null })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  await recordEvent(trx, {
    order_id: order.id,
    kind: 'refunded',
    actor: 'shop',
    details: { intent: intentId, reason },
  })
}

/** Keeps one promise now; when the provider is away, the sweeper will. */
export async function refundIntent({ database, cards, log }: Deps, intentId: string) {
  try {
    const refundId = await cards.refund(intentId)
    await database.db
      .updateTable('refunds')
      .set({ refund_id: refundId })
      .where('intent_id', '=', intentId)
      .execute()
  } catch (error) {
    log.warn({ err: error, intent: intentId }, 'a refund has to be tried again')
  }
}

/** The refunds whose turn it is, each for one node only. */
export async function claimDueRefunds({ database }: Pick<Shop, 'database'>): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    update refunds
    set attempts = attempts + 1,
        next_attempt_at = now() + make_interval(secs => least(30 * 2 ^ least(attempts, 7), 3600))
    where intent_id in (
      select intent_id from refunds where refund_id is null and next_attempt_at <= now()
      order by next_attempt_at limit 20 for update skip locked)
    returning intent_id`.execute(database.db)
  return rows.map((row) => row.intent_id)
}

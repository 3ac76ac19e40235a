import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ProviderRefund } from '../../../services/cards/card-refunds.ts'
import type { Shop } from '../../../shop.ts'
import { lockOrder, recordEvents } from '../../orders/queries.ts'
import type { LockedOrder } from '../../orders/queries.ts'
import { findNewRefunds, issueCreditNotes } from './credit-notes.ts'
import { reportFailure, backoff } from '../../../jobs/backoff.ts'

type Deps = Pick<Shop, 'database' | 'cards' | 'counts' | 'log'>

interface DueRefund {
  intentId: string
  attempts: number
}

interface Refund {
  order: LockedOrder
  intentId: string
  reason: 'paid-twice' | 'out-of-stock' | 'erased' | 'by-admin' | 'charged-back'
  /** The admin who decided it, and the reason for the customer. */
  actor?: string
  note?: string
}

/** Records a refund in the transaction that decides it; a background job then makes it, even after failures. */
export async function recordRefund(trx: Transaction<Schema>, refund: Refund) {
  const { order, intentId, reason, note } = refund
  const actor = refund.actor ?? (reason === 'charged-back' ? 'card-provider' : 'shop')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('refunds')
    .values({ intent_id: intentId, order_id: order.id, reason, refund_id: null })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  const details = { intent: intentId, reason, ...(note && { note }) }
  await recordEvents(trx, [{ order_id: order.id, kind: 'refunded', actor, details }])
}

/** Ends a recorded refund whose money was returned in another way: by a dispute with this id. */
export async function recordReturn(
  trx: Transaction<Schema>,
  { intentId, refundId }: { intentId: string; refundId: string },
) {
  await trx
    .updateTable('refunds')
    .set({ refund_id: refundId })
    .where('intent_id', '=', intentId)
    .where('refund_id', 'is', null)
    .execute()
}

/** Makes a refund due again that ended by a dispute: an appeal has won its money back. */
export async function reopenRefund(
  trx: Transaction<Schema>,
  { intentId, disputeIds }: { intentId: string; disputeIds: string[] },
) {
  await trx
    .updateTable('refunds')
    .set({ refund_id: null, next_attempt_at: sql<Date>`now()` })
    .where('intent_id', '=', intentId)
    .where('reason', '<>', 'charged-back')
    .where('refund_id', 'in', disputeIds)
    .execute()
}

/** Makes one recorded refund now, with its credit note; after a failure the background job tries again. */
export async function refundIntent(
  { database, cards, counts, log }: Deps,
  { intentId, attempts }: DueRefund,
) {
  try {
    const refundId = await cards.refund(intentId, attempts)
    const refunds = await cards.refundsOf(intentId)
    const isFirst = await database.db
      .transaction()
      .execute((trx) => recordMade(trx, { intentId, refundId, refunds }))
    if (isFirst) counts.order('refunded')
  } catch (err) {
    reportFailure(log, { err, attempts, intent: intentId }, 'refund failed and will be retried')
  }
}

interface Made {
  intentId: string
  refundId: string
  /** All of the payment. */
  refunds: readonly ProviderRefund[]
}

/** True if this call recorded the refund. */
async function recordMade(trx: Transaction<Schema>, { intentId, refundId, refunds }: Made) {
  const due = await trx
    .selectFrom('refunds')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  const order = due && (await lockOrder(trx, due.order_id))
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set({ refund_id: refundId })
    .where('intent_id', '=', intentId)
    .where('refund_id', 'is', null)
    .executeTakeFirst()
  // A second payment has no invoice.
  if (order?.transaction_id === intentId) {
    await issueCreditNotes(trx, order.id, await findNewRefunds(trx, { order, refunds }))
  }
  return numUpdatedRows > 0n
}

/**
 * Claims the refunds that are due, each for one node. The provider refuses those of disputed payments: they wait
 * for the verdict.
 */
export async function claimDueRefunds({ database }: Pick<Shop, 'database'>) {
  const { rows } = await sql<DueRefund>`
    update refunds
    set attempts = attempts + 1, next_attempt_at = now() + ${backoff('attempts')}
    where intent_id in (
      select intent_id from refunds where refund_id is null and next_attempt_at <= now()
        and not exists (
          select from disputes
          where disputes.intent_id = refunds.intent_id and state = 'open')
      order by next_attempt_at limit 20 for update skip locked)
    returning intent_id as "intentId", attempts`.execute(database.db)
  return rows
}

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DisputeState } from '#contract/orders/orders.ts'
import type { Config } from '../../../config/config.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Dispute } from '../../../services/cards/disputes.ts'
import type { LockedOrder } from '../../orders/queries.ts'
import type { Decision } from '../decision/decide.ts'
import type { DisputeChange } from './dispute-change.ts'
import { queueDisputeMails } from './dispute-mails.ts'
import type { DisputesRead } from './read-disputes.ts'

interface Recorded {
  config: Pick<Config, 'PUBLIC_URL' | 'TIME_ZONE'>
  /** As it was before the decision. */
  order: LockedOrder
  read: DisputesRead
  decision: Decision
}

/**
 * Stores the disputes of a payment in the transaction that applies them to the order, with the mails to the
 * admins. Returns what changed: nothing, if the shop knew all of it.
 */
export async function recordDisputes(
  trx: Transaction<Schema>,
  { config, order, read, decision }: Recorded,
): Promise<DisputeChange[]> {
  const known = await statesOf(trx, order.id)
  const changes: DisputeChange[] = []
  for (const dispute of read.disputes) {
    await store(trx, order.id, dispute)
    if (known.get(dispute.id) === dispute.state) continue
    await trx
      .insertInto('dispute_events')
      .values({ dispute_id: dispute.id, order_id: order.id, state: dispute.state })
      .execute()
    const isChargedBack = decision.refund === 'charged-back' && decision.returnedBy === dispute.id
    changes.push({ order, dispute, isChargedBack })
  }
  if (changes.length === 0) return []
  await trx
    .updateTable('orders')
    .set({
      dispute_version: sql<number>`dispute_version + 1`,
      ...(decision.dispute && { dispute: decision.dispute }),
    })
    .where('id', '=', order.id)
    .execute()
  await queueDisputeMails(trx, changes, config)
  return changes
}

async function statesOf(trx: Transaction<Schema>, orderId: string) {
  const rows = await trx
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .execute()
  return new Map<string, DisputeState>(rows.map(({ id, state }) => [id, state]))
}

async function store(trx: Transaction<Schema>, orderId: string, dispute: Dispute) {
  const { id, intentId = '', state, status, reason, amount, openedAt, dueBy = null } = dispute
  const current = { state, status, reason, amount_cents: amount, due_by: dueBy }
  await trx
    .insertInto('disputes')
    .values({ id, order_id: orderId, intent_id: intentId, opened_at: openedAt, ...current })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...current, changed_at: sql<Date>`now()` })
        .where(
          sql<boolean>`(disputes.state, disputes.status, disputes.reason, disputes.amount_cents, disputes.due_by)
            is distinct from
            (excluded.state, excluded.status, excluded.reason, excluded.amount_cents, excluded.due_by)`,
        ),
    )
    .execute()
}

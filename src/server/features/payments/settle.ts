import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { Schema } from '../../db/schema.ts'
import type { Intent } from '../../services/cards/cards.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { release, reserve } from '../stock/reservations.ts'
import { decide } from './decision/decide.ts'
import type { Decision, Settled } from './decision/decide.ts'
import { recordIntent } from './intents.ts'
import { recordRefund, refundIntent } from './refunds/refunds.ts'

type Deps = Pick<Shop, 'database' | 'cards' | 'counts' | 'log' | 'publicReads'>

/**
 * The one place where an order becomes paid. Browser reports, webhook events, polls and the daily
 * reconciliation pass only an intent's id; its state is read from the card provider. Idempotent, and
 * safe to run concurrently and in any order.
 */
export async function settle(deps: Deps, intentId: string): Promise<Settled> {
  const { database, cards, counts, log, publicReads } = deps
  const intent = await cards.findIntent(intentId)
  if (!intent || !Id.safeParse(intent.orderId).success) return 'foreign'
  if (intent.status !== 'succeeded') {
    await recordIntent(database.db, intent)
    return decide(undefined, intent).settled
  }

  const { order, settled } = await database.db
    .transaction()
    .execute((trx) => settleSucceeded(trx, intent))
  if (settled === 'foreign' && order) {
    log.error({ intent: intent.id, order: order.id }, 'payment amount or currency mismatch')
  }
  if (settled === 'refunded' && intent.amountRefunded < intent.amountReceived) {
    await refundIntent(deps, { intentId: intent.id, attempts: 0 })
  }
  if (settled === 'paid' && order?.status === 'unpaid') counts.order('paid')
  // Only refunds by the owner: the shop's own are counted by refundIntent().
  const isPaidByIntent = order?.status === 'paid' && order.transaction_id === intent.id
  if (settled === 'refunded' && isPaidByIntent) counts.order('refunded')
  publicReads.changed()
  return settled
}

async function settleSucceeded(trx: Transaction<Schema>, intent: Intent) {
  const order = intent.orderId ? await lockOrder(trx, intent.orderId) : undefined
  const decision = decide(order, intent)
  if (!order || decision.settled === 'foreign') return { order, settled: decision.settled }
  await recordIntent(trx, intent)
  return { order, settled: await apply(trx, { order, intentId: intent.id, decision }) }
}

interface Decided {
  order: LockedOrder
  intentId: string
  decision: Decision
}

async function apply(trx: Transaction<Schema>, decided: Decided): Promise<Settled> {
  const { order, intentId, decision } = decided
  const { ifOutOfStock, ...inStock } = decision
  if (ifOutOfStock) {
    const next = { ...order, hold_round: order.hold_round + 1 }
    return (await reserve(trx, next))
      ? apply(trx, { order: next, intentId, decision: inStock })
      : apply(trx, { order, intentId, decision: ifOutOfStock })
  }
  if (decision.isReleased) await release(trx, order)
  if (decision.status) {
    await trx
      .updateTable('orders')
      .set({
        status: decision.status,
        transaction_id: intentId,
        hold_round: order.hold_round,
        held_until: null,
        deleted_at: null,
      })
      .where('id', '=', order.id)
      .execute()
  }
  const events = decision.events ?? []
  await recordEvents(
    trx,
    events.map((event) => ({ order_id: order.id, actor: 'card-provider', ...event })),
  )
  if (decision.partlyRefundedCents) {
    await recordPartialRefund(trx, { id: order.id, intentId, cents: decision.partlyRefundedCents })
  }
  if (decision.refund) await recordRefund(trx, { order, intentId, reason: decision.refund })
  return decision.settled
}

/** `cents` is the total returned so far, so a late or repeated answer adds nothing. */
async function recordPartialRefund(
  trx: Transaction<Schema>,
  { id, intentId, cents }: { id: string; intentId: string; cents: number },
) {
  await sql`
    insert into order_events (order_id, kind, actor, details)
    select ${id}, 'partly-refunded', 'card-provider',
      jsonb_build_object('intent', ${intentId}::text, 'cents', ${cents}::bigint)
    where not exists (
      select from order_events
      where order_id = ${id} and kind = 'partly-refunded'
        and (details ->> 'cents')::bigint >= ${cents})`.execute(trx)
}

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import type { Intent } from '../../services/cards/cards.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { release, reserve } from '../stock/reservations.ts'
import { decide, isRefundable } from './decision/decide.ts'
import type { Decision, Settled } from './decision/decide.ts'
import type { DisputeChange } from './disputes/dispute-change.ts'
import { readDisputes } from './disputes/read-disputes.ts'
import type { DisputesRead } from './disputes/read-disputes.ts'
import { recordDisputes } from './disputes/record-disputes.ts'
import { reportDisputes } from './disputes/report-disputes.ts'
import { recordIntent } from './intents.ts'
import { recordRefund, recordReturn, refundIntent, reopenRefund } from './refunds/refunds.ts'

type Deps = Pick<Shop, 'config' | 'database' | 'cards' | 'counts' | 'log' | 'publicReads'>

interface Options {
  /** Whether to ask for disputes even if the payment is not marked as disputed, as after an inquiry. */
  withDisputes?: boolean
}

const maxTries = 3

/**
 * The one place where an order becomes paid. Browser reports, webhook events, polls and the daily
 * reconciliation pass only an intent's id; its state is read from the card provider. Idempotent, and
 * safe to run concurrently and in any order.
 */
export async function settle(
  deps: Deps,
  intentId: string,
  { withDisputes = false }: Options = {},
): Promise<Settled> {
  const { database, cards, log } = deps
  const intent = await cards.findIntent(intentId)
  if (!intent || !Id.safeParse(intent.orderId).success) return 'foreign'
  if (intent.status !== 'succeeded') {
    await recordIntent(database.db, intent)
    return decide(undefined, intent).settled
  }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const read = withDisputes || intent.isDisputed ? await readDisputes(deps, intent) : undefined
    const outcome = await database.db
      .transaction()
      .execute((trx) => settleSucceeded(trx, { config: deps.config, intent, read }))
    if (outcome === 'outdated') continue
    await afterCommit(deps, { intent, read, ...outcome })
    return outcome.settled
  }
  log.warn({ intent: intent.id }, 'disputes change faster than they are read')
  throw new AppError('unavailable', { detail: 'The dispute of this payment is changing right now' })
}

interface Succeeded {
  config: Shop['config']
  intent: Intent
  read: DisputesRead | undefined
}

async function settleSucceeded(
  trx: Transaction<Schema>,
  { config, intent, read }: Succeeded,
): Promise<Outcome | 'outdated'> {
  const order = intent.orderId ? await lockOrder(trx, intent.orderId) : undefined
  // Another answer was recorded after this one was requested, so this one may be the older.
  if (read && order && order.dispute_version !== read.version) return 'outdated'
  const decision = decide(order && { ...order, isChargedBack: read?.isChargedBack ?? false }, {
    ...intent,
    disputes: read?.disputes,
  })
  const { settled } = decision
  if (!order || settled === 'foreign') return { order, settled, disputeChanges: [] }
  await recordIntent(trx, intent)
  const won = read?.disputes.filter(({ state }) => state === 'won').map(({ id }) => id) ?? []
  if (won.length > 0) await reopenRefund(trx, { intentId: intent.id, disputeIds: won })
  const applied = await apply(trx, { order, intentId: intent.id, decision })
  const disputeChanges = read
    ? await recordDisputes(trx, { config, order, read, decision: applied })
    : []
  return { order, settled: applied.settled, disputeChanges }
}

interface Outcome {
  order: LockedOrder | undefined
  settled: Settled
  disputeChanges: DisputeChange[]
}

/** What follows the stored decision: the shop's refund, metrics and the log. */
async function afterCommit(
  deps: Deps,
  { intent, read, order, settled, disputeChanges }: Outcome & Pick<Succeeded, 'intent' | 'read'>,
) {
  const { counts, log, publicReads } = deps
  if (settled === 'foreign' && order) {
    log.error({ intent: intent.id, order: order.id }, 'payment amount or currency mismatch')
  }
  const { disputes } = read ?? {}
  // The order of a lost dispute stays closed even if an appeal wins the money back.
  const isRefundDue = settled === 'refunded' && !read?.isChargedBack
  if (isRefundDue && isRefundable({ ...intent, disputes })) {
    await refundIntent(deps, { intentId: intent.id, attempts: 0 })
  }
  if (settled === 'paid' && order?.status === 'unpaid') counts.order('paid')
  // Only refunds by the owner and by the bank: the shop's own are counted by refundIntent().
  const isPaidByIntent = order?.status === 'paid' && order.transaction_id === intent.id
  if (settled === 'refunded' && isPaidByIntent) counts.order('refunded')
  reportDisputes(deps, disputeChanges)
  publicReads.changed()
}

interface Decided {
  order: LockedOrder
  intentId: string
  decision: Decision
}

/** Returns the decision that applied. */
async function apply(trx: Transaction<Schema>, decided: Decided): Promise<Decision> {
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
  if (decision.returnedBy) await recordReturn(trx, { intentId, refundId: decision.returnedBy })
  return decision
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

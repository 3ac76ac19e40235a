import type { Transaction } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import type { Intent } from '../../services/cards/cards.ts'
import type { ProviderRefund } from '../../services/cards/card-refunds.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { release, reserve } from '../stock/reservations.ts'
import { decide, isRefundable } from './decision/decide.ts'
import type { Decision, Settled } from './decision/decide.ts'
import type { DisputeChange } from './disputes/dispute-change.ts'
import { readDisputes } from './disputes/read-disputes.ts'
import type { DisputesRead } from './disputes/read-disputes.ts'
import { recordDisputes } from './disputes/record-disputes.ts'
import { reportDisputes } from './disputes/report-disputes.ts'
import { recordIntent } from './intents.ts'
import {
  confirmPartialRefunds,
  findNewRefunds,
  issueCreditNotes,
  refuseOpenRefunds,
} from './refunds/credit-notes.ts'
import type { NewRefund } from './refunds/credit-notes.ts'
import { recordPartialRefund } from './refunds/partial-refund-event.ts'
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
 * safe to run concurrently and in any order (docs/decisions/0043).
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
  const refunds = intent.amountRefunded > 0 ? await cards.refundsOf(intent.id) : []
  for (let tries = 0; tries < maxTries; tries += 1) {
    const read = withDisputes || intent.isDisputed ? await readDisputes(deps, intent) : undefined
    const outcome = await database.db
      .transaction()
      .execute((trx) => settleSucceeded(trx, { config: deps.config, intent, refunds, read }))
    if (outcome === 'outdated') continue
    await afterCommit(deps, { intent, read, ...outcome })
    return outcome.settled
  }
  log.warn({ intent: intent.id }, 'disputes change faster than they are read')
  throw new AppError('unavailable', {
    detail: 'This payment’s dispute is being updated. Try again',
  })
}

interface Succeeded {
  config: Shop['config']
  intent: Intent
  /** All of the intent, read after it. */
  refunds: readonly ProviderRefund[]
  read: DisputesRead | undefined
}

async function settleSucceeded(
  trx: Transaction<Schema>,
  { config, intent, refunds, read }: Succeeded,
): Promise<Outcome | 'outdated'> {
  const order = intent.orderId ? await lockOrder(trx, intent.orderId) : undefined
  // Another answer was recorded after this one was requested, so this one may be the older (docs/decisions/0050).
  if (read && order && order.dispute_version !== read.version) return 'outdated'
  const isOrdersPayment = order?.transaction_id === intent.id
  const refundedBy = isOrdersPayment
    ? await confirmPartialRefunds(trx, { order, refunds })
    : undefined
  const decision = decide(order && { ...order, isChargedBack: read?.isChargedBack ?? false }, {
    ...intent,
    ...(refunds.length > 0 && { amountRefunded: sumOf(refunds) }),
    refundedBy,
    disputes: read?.disputes,
  })
  const { settled } = decision
  if (!order || settled === 'foreign' || settled === 'unknown-state') {
    return { order, settled, disputeChanges: [] }
  }
  await recordIntent(trx, intent)
  const won = read?.disputes.filter(({ state }) => state === 'won').map(({ id }) => id) ?? []
  if (won.length > 0) await reopenRefund(trx, { intentId: intent.id, disputeIds: won })
  const isPaid = isOrdersPayment || decision.status !== undefined
  const added = isPaid ? await findNewRefunds(trx, { order, refunds }) : []
  const applied = await apply(trx, { order, intentId: intent.id, decision, refunds: added })
  const disputeChanges = read
    ? await recordDisputes(trx, { config, order, read, decision: applied })
    : []
  if (applied.status === 'refunded') await refuseOpenRefunds(trx, order.id)
  // Last, since the locks of the numbers are held until the commit (docs/decisions/0067).
  if (applied.status && !order.transaction_id) await issueInvoice(trx, order.id, config)
  await issueCreditNotes(trx, order.id, added)
  return { order, settled: applied.settled, disputeChanges }
}

const sumOf = (refunds: readonly ProviderRefund[]) =>
  refunds.reduce((cents, { amount }) => cents + amount, 0)

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
  /** The refunds of the intent without a credit note. */
  refunds: readonly NewRefund[]
}

/** Returns the decision that applied. */
async function apply(trx: Transaction<Schema>, decided: Decided): Promise<Decision> {
  const { order, intentId, decision, refunds } = decided
  const { ifOutOfStock, ...inStock } = decision
  if (ifOutOfStock) {
    const next = { ...order, hold_round: order.hold_round + 1 }
    return (await reserve(trx, next, { isUncovered: false }))
      ? apply(trx, { order: next, intentId, decision: inStock, refunds })
      : apply(trx, { order, intentId, decision: ifOutOfStock, refunds })
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
    const cents = decision.partlyRefundedCents
    await recordPartialRefund(trx, { orderId: order.id, intentId, cents, refunds })
  }
  if (decision.refund) await recordRefund(trx, { order, intentId, reason: decision.refund })
  if (decision.returnedBy) await recordReturn(trx, { intentId, refundId: decision.returnedBy })
  return decision
}

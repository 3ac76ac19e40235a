import type { Transaction } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { Schema } from '../../db/schema.ts'
import type { Intent } from '../../services/cards/cards.ts'
import { currency } from '../../services/cards/cards.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder, recordEvent } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { reserve } from '../stock/reservations.ts'
import { recordIntent } from './intents.ts'
import { applyRefund, promiseRefund, refundIntent } from './refunds/refunds.ts'

/** `foreign`: no intent of ours. `open`: not paid (yet). `refunded`: the money goes, or went, back. */
export type Settled = 'paid' | 'refunded' | 'open' | 'processing' | 'foreign'

type Deps = Pick<Shop, 'database' | 'cards' | 'counts' | 'log' | 'kept'>

/**
 * The one place where an order becomes paid. The report of a browser, the provider's events and the
 * sweeper all come here with nothing but an intent's id; what it is worth is asked of the provider.
 * May run any number of times, at once and in any order.
 */
export async function settle(deps: Deps, intentId: string): Promise<Settled> {
  const { database, cards, counts, log, kept } = deps
  const intent = await cards.findIntent(intentId)
  if (!intent || !Id.safeParse(intent.orderId).success) return 'foreign'
  if (intent.status !== 'succeeded') {
    await recordIntent(database.db, intent)
    return intent.status === 'processing' ? 'processing' : 'open'
  }

  let before: LockedOrder | undefined
  const outcome = await database.db.transaction().execute(async (trx) => {
    const order = intent.orderId && (await lockOrder(trx, intent.orderId))
    if (!order) return 'foreign'
    before = order
    if (intent.amountReceived !== order.total_cents || intent.currency !== currency) {
      log.error({ intent: intent.id, order: order.id }, 'a payment does not fit its order')
      return 'foreign'
    }
    await recordIntent(trx, intent)
    const applied = await applyPayment(trx, order, intent)
    return applied === 'paid' ? applyRefund(trx, order.id, intent) : applied
  })
  if (outcome === 'refunded' && intent.amountRefunded < intent.amountReceived) {
    await refundIntent(deps, { intentId: intent.id, attempts: 0 })
  }
  if (outcome === 'paid' && before?.status === 'unpaid') counts.order('paid')
  // What the owner gave back; the shop's own refunds are counted when they are kept.
  const isTheirs = before?.status === 'paid' && before.transaction_id === intent.id
  if (outcome === 'refunded' && isTheirs) counts.order('refunded')
  kept.clear()
  return outcome
}

async function applyPayment(
  trx: Transaction<Schema>,
  order: LockedOrder,
  intent: Intent,
): Promise<Settled> {
  if (order.transaction_id === intent.id) return order.status === 'refunded' ? 'refunded' : 'paid'
  if (order.status !== 'unpaid') {
    await promiseRefund(trx, { order, intentId: intent.id, reason: 'paid-twice' })
    return 'refunded'
  }
  const attempt = order.held_until ? order.hold_round : order.hold_round + 1
  if (!order.held_until && !(await reserve(trx, { ...order, hold_round: attempt }))) {
    await setStatus(trx, order, 'refunded', intent.id)
    await promiseRefund(trx, { order, intentId: intent.id, reason: 'out-of-stock' })
    return 'refunded'
  }
  if (order.deleted_at) {
    await recordEvent(trx, { order_id: order.id, kind: 'restored', actor: 'card-provider' })
  }
  await setStatus(trx, { ...order, hold_round: attempt }, 'paid', intent.id)
  await recordEvent(trx, {
    order_id: order.id,
    kind: 'paid',
    actor: 'card-provider',
    details: { intent: intent.id },
  })
  return 'paid'
}

/** Money that arrived makes an order visible again, even one that was deleted meanwhile. */
async function setStatus(
  trx: Transaction<Schema>,
  order: LockedOrder,
  status: 'paid' | 'refunded',
  transactionId: string,
) {
  await trx
    .updateTable('orders')
    .set({
      status,
      transaction_id: transactionId,
      hold_round: order.hold_round,
      held_until: null,
      deleted_at: null,
    })
    .where('id', '=', order.id)
    .execute()
}

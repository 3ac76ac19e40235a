import type { Transaction } from 'kysely'
import { isWithdrawn } from '#contract/orders/orders.ts'
import { recordAdminAction } from '../../audit/record.ts'
import type { Actor } from '../../audit/record.ts'
import type { Schema } from '../../../db/schema.ts'
import { AppError } from '../../../errors/errors.ts'
import type { Shop } from '../../../shop.ts'
import { lockOrder } from '../../orders/queries.ts'
import { release } from '../../stock/reservations.ts'
import { recordRefund, refundIntent } from './refunds.ts'

/** As the card provider refuses it. */
export const withdrawnRefusal =
  'The cardholder’s bank has withdrawn the money for this order. You can refund it only once the dispute is won'

type Deps = Pick<Shop, 'database' | 'cards' | 'counts' | 'log' | 'publicReads'>

/**
 * Refunds what is left of a paid order for an admin. The order's status is final at once; if the card provider cannot be
 * reached, a background job makes the refund later. Units that were neither shipped nor refunded return to the stock.
 * True if this call refunded the order: a repetition changes nothing.
 */
export async function refundOrder(
  deps: Deps,
  actor: Actor,
  refund: { id: string; reason: string },
) {
  const { id, reason: note } = refund
  const intentId = await deps.database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) throw new AppError('not-found')
    if (order.status === 'refunded') return undefined
    if (order.status === 'unpaid' || !order.transaction_id) throw new AppError('not-paid')

    if (isWithdrawn(order)) throw new AppError('payment-disputed', { detail: withdrawnRefusal })

    if (await hasOpenRefund(trx, id)) {
      throw new AppError('not-in-this-state', {
        detail: 'Another refund of this order is in progress',
      })
    }

    if (order.status === 'paid') await release(trx, order)
    await trx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute()
    const intent = order.transaction_id
    await recordRefund(trx, { order, intentId: intent, reason: 'by-admin', actor: actor.id, note })
    await recordAdminAction(trx, actor, {
      action: 'refund-order',
      target: id,
      before: { status: order.status },
      after: { status: 'refunded', reason: note },
    })
    return intent
  })
  if (!intentId) return false
  await refundIntent(deps, { intentId, attempts: 0 })
  return true
}

/** A refund whose outcome at the provider is unknown could return the same units as this one. */
const hasOpenRefund = (trx: Transaction<Schema>, orderId: string) =>
  trx
    .selectFrom('partial_refunds')
    .select('refund_no')
    .where('order_id', '=', orderId)
    .where('refund_id', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()

import { sql } from 'kysely'
import { isHeldByDispute } from '#contract/orders/orders.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import { lockOrder, recordShipmentEvent } from '../orders/queries.ts'
import { isBeingShipped } from '../orders/order-rows.ts'
import { markShipped, withdrawShipment } from './finish-shipments.ts'

const refusal =
  'The cardholder’s bank disputes the payment. You can ship the order once the dispute is won'

interface Shipment {
  id: string
  /** Seconds for which it can be undone; then a job ships the order. */
  undoSeconds: number
}

/** Marks a paid order as shipped; undefined if there is no such order. */
export function shipOrder(db: Db, actor: Actor, { id, undoSeconds }: Shipment) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) return undefined
    if (order.status !== 'paid') return { status: order.status, modifiedCount: 0 }
    if (isHeldByDispute(order)) throw new AppError('payment-disputed', { detail: refusal })
    const status = 'shipped' as const
    if (isBeingShipped(order)) {
      return { status, modifiedCount: 0, undoSeconds: Math.max(0, order.seconds_to_undo ?? 0) }
    }
    if (undoSeconds > 0) {
      await trx
        .updateTable('orders')
        .set({
          ship_due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${undoSeconds})`,
          ship_actor: actor.id,
        })
        .where('id', '=', id)
        .execute()
    } else await markShipped(trx, { id, actor: actor.id })
    await recordAdminAction(trx, actor, {
      action: 'ship-order',
      target: id,
      before: { status: 'paid' },
      after: { status: 'shipped' },
    })
    return { status, modifiedCount: 1, undoSeconds }
  })
}

/**
 * Undoes a shipment that is not due; undefined if there is no such order. The job that finishes due shipments locks
 * their orders too, so either this undoes the shipment or the job ships the order.
 */
export function undoShipping(db: Db, actor: Actor, id: string) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) return undefined
    if (order.status === 'shipped') throw new AppError('mail-sent')
    if (!isBeingShipped(order)) return { modifiedCount: 0 }
    if ((order.seconds_to_undo ?? 0) <= 0) throw new AppError('mail-sent')
    await withdrawShipment(trx, id)
    await recordShipmentEvent(trx, { order_id: id, kind: 'undone', actor: actor.id })
    await recordAdminAction(trx, actor, {
      action: 'ship-order',
      target: id,
      before: { status: 'shipped' },
      after: { status: 'paid' },
    })
    return { modifiedCount: 1 }
  })
}

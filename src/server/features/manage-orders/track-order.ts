import type { NewTracking } from '#contract/shared/carriers.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import { lockOrder, recordShipmentEvent } from '../orders/queries.ts'

/** Sets carrier and tracking number of a paid or shipped order; undefined if there is no such order. */
export function trackOrder(db: Db, actor: Actor, id: string, typed: NewTracking) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) return undefined
    if (!order.paid) throw new AppError('not-paid')
    const after = { carrier: typed.carrier || null, tracking_number: typed.trackingNumber || null }
    const before = { carrier: order.carrier, tracking_number: order.tracking_number }
    if (before.carrier === after.carrier && before.tracking_number === after.tracking_number) {
      return { modifiedCount: 0 }
    }
    await trx.updateTable('orders').set(after).where('id', '=', id).execute()
    const details = { carrier: after.carrier, number: after.tracking_number }
    await recordShipmentEvent(trx, { order_id: id, kind: 'tracking', actor: actor.id, details })
    await recordAdminAction(trx, actor, { action: 'ship-order', target: id, before, after })
    return { modifiedCount: 1 }
  })
}

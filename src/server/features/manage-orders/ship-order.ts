import { isHeldByDispute } from '#contract/orders.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import { lockOrder, recordEvents } from '../orders/queries.ts'

const refusal =
  'The bank of the card’s owner disputes the payment. The order can be shipped after the dispute is won'

/** Marks a paid order as shipped; undefined if there is no such order. */
export function shipOrder(db: Db, actor: Actor, id: string) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.deleted_at) return undefined
    if (order.status !== 'paid') return { status: order.status, modifiedCount: 0 }
    if (isHeldByDispute(order)) throw new AppError('payment-disputed', { detail: refusal })
    await trx.updateTable('orders').set({ status: 'shipped' }).where('id', '=', id).execute()
    await recordEvents(trx, [{ order_id: id, kind: 'shipped', actor: actor.id }])
    await recordAdminAction(trx, actor, {
      action: 'ship-order',
      target: id,
      before: { status: 'paid' },
      after: { status: 'shipped' },
    })
    return { status: 'shipped' as const, modifiedCount: 1 }
  })
}

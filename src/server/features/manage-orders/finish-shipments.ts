import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { isHeldByDispute } from '#contract/orders/orders.ts'
import type { Schema } from '../../db/schema.ts'
import type { Shop } from '../../shop.ts'
import { recordEvents, recordShipmentEvent } from '../orders/queries.ts'

type Deps = Pick<Shop, 'database' | 'counts'>

const batchSize = 200

/**
 * Finishes the shipments that can no longer be undone: the order is shipped, and its history asks for the mail. An
 * order that was refunded or disputed since it was marked is not shipped.
 */
export async function finishShipments({ database: { db }, counts }: Deps) {
  for (let read = batchSize; read === batchSize;) {
    let shipped = 0
    read = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom('orders')
        .select(['id', 'status', 'dispute', 'ship_actor'])
        .where('ship_due_at', '<=', sql<Date>`now()`)
        .orderBy('ship_due_at')
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const order of due) shipped += await finishShipment(trx, order)
      return due.length
    })
    for (let count = 0; count < shipped; count += 1) counts.order('shipped')
  }
}

type DueOrder = Pick<Schema['orders'], 'dispute' | 'ship_actor'> & { id: string; status: string }

/** Returns the number of orders that it has shipped. */
async function finishShipment(trx: Transaction<Schema>, order: DueOrder): Promise<0 | 1> {
  const { id, status, ship_actor: actor } = order
  const isPaid = status === 'paid' && actor !== null
  if (isPaid && !isHeldByDispute(order)) {
    await markShipped(trx, { id, actor })
    return 1
  }
  await withdrawShipment(trx, id)
  if (isPaid) await recordShipmentEvent(trx, { order_id: id, kind: 'stopped', actor: 'shop' })
  return 0
}

/** Ships an order for good. */
export async function markShipped(
  trx: Transaction<Schema>,
  { id, actor }: { id: string; actor: string },
) {
  await trx
    .updateTable('orders')
    .set({ status: 'shipped', ship_due_at: null, ship_actor: null })
    .where('id', '=', id)
    .execute()
  await recordEvents(trx, [{ order_id: id, kind: 'shipped', actor }])
}

/** Leaves the order as it was before it was marked as shipped. */
export const withdrawShipment = (trx: Transaction<Schema>, id: string) =>
  trx
    .updateTable('orders')
    .set({ ship_due_at: null, ship_actor: null })
    .where('id', '=', id)
    .execute()

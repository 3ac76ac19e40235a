import type { Address, Place } from '#contract/addresses/addresses.ts'
import type { Delivery } from '#contract/orders.ts'
import type { Db } from '../../db/index.ts'
import { lockOrder } from '../orders/queries.ts'

/**
 * Sets the delivery address of an account's order. A paid order keeps its address; a missing address can
 * be added until the order is shipped. Undefined if there is no such order.
 */
export function setDelivery(
  db: Db,
  id: string,
  userId: string,
  { name, phone, address, place }: Delivery & { place?: Place },
) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== userId || order.deleted_at) return undefined
    const isOpen = order.status === 'unpaid' || order.status === 'paid'
    const hasFixedAddress = order.status === 'paid' && order.delivery_address !== null
    if (!isOpen || hasFixedAddress) return { modifiedCount: 0 }
    await trx
      .updateTable('orders')
      .set({
        delivery_name: name,
        delivery_phone: phone,
        delivery_address: address,
        delivery_place: place ?? null,
      })
      .where('id', '=', id)
      .execute()
    return { modifiedCount: 1 }
  })
}

/** The delivery to an address of the address book. */
export function deliveryTo({
  _id,
  isDefault,
  name,
  phone,
  printed,
  ...place
}: Address): Delivery & { place: Place } {
  return { name, phone, address: printed, place }
}

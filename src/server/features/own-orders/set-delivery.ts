import type { Address, Place } from '#contract/addresses/addresses.ts'
import type { Delivery } from '#contract/orders/orders.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import { AppError } from '../../errors/errors.ts'
import type { Shop } from '../../shop.ts'
import { lockOrder } from '../orders/queries.ts'
import type { LockedOrder } from '../orders/queries.ts'
import { areaOf } from '../taxes/destination.ts'

/**
 * Sets the delivery address of an account's order. A paid order keeps its address; a missing address can
 * be added until the order is shipped. Undefined if there is no such order.
 */
export function setDelivery(
  { database: { db }, config }: Pick<Shop, 'database' | 'config'>,
  { id, userId }: { id: string; userId: string },
  { name, phone, address, place }: Delivery & { place?: Place },
) {
  return db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== userId || order.deleted_at) return undefined
    const isOpen = order.status === 'unpaid' || order.status === 'paid'
    const hasFixedAddress = order.status === 'paid' && order.delivery_address !== null
    if (!isOpen || hasFixedAddress) return { modifiedCount: 0 }
    refuseOtherArea(order, config.taxes, place)
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

/** The taxes of an order are fixed, so it goes to an address with the same ones only. */
function refuseOtherArea(
  { tax }: Pick<LockedOrder, 'tax'>,
  taxes: TaxConfig | undefined,
  place: Place | undefined,
) {
  if (!tax || !taxes) return
  const area = areaOf(taxes, place)
  if (area.key === tax.area) return
  throw new AppError('other-taxes', {
    detail: `This order was taxed for ${tax.name}. To deliver to ${area.name}, order again`,
  })
}

/** The delivery to an address of the address book. */
export function deliveryTo(address: Address): Delivery & { place: Place } {
  const { name, phone, printed, company, street, postalCode, town, region, country } = address
  return {
    name,
    phone,
    address: printed,
    place: { company, street, postalCode, town, region, country },
  }
}

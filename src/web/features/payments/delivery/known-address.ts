import type { Address } from '#contract/addresses/addresses.ts'
import { Delivery, type Order } from '#contract/orders/orders.ts'
import { phoneText } from '#web/domain/orders/address-text.ts'

/** The address of the customer's last order that had one. */
export const lastAddress = (orders: readonly Pick<Order, 'delivery'>[]) =>
  orders.find(({ delivery }) => delivery !== null)?.delivery ?? undefined

/** A complete address; undefined if a part of it is missing or wrong. */
export function completeAddress(address: Partial<Delivery> | undefined): Delivery | undefined {
  const parsed = Delivery.safeParse(address)
  return parsed.success ? parsed.data : undefined
}

/** An address on one line. */
export const addressLine = ({ name, address, phone }: Delivery) =>
  [name, ...address.split('\n'), phoneText(phone)]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')

/** An entry of the address book as a delivery. */
export const asDelivery = ({ name, phone, printed }: Address): Delivery => ({
  name,
  phone,
  address: printed,
})

/** The id of the entry of the address book that a delivery goes to. */
export const savedAs = (delivery: Delivery, book: readonly Address[]) =>
  book.find((entry) => addressLine(asDelivery(entry)) === addressLine(delivery))?._id

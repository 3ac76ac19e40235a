import type { Delivery } from '#contract/orders/orders.ts'

/** A number that no line divides. */
export const phoneText = (phone: string) => phone.replaceAll(' ', '\u00A0')

/** Recipient, address and phone, each on its own line. */
export const addressText = ({ name, address, phone }: Delivery) =>
  `${name}\n${address}\n${phoneText(phone)}`

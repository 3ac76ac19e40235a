import type { Delivery } from '#contract/orders.ts'

/** Recipient, address and phone, each on its own line. */
export const addressText = ({ name, address, phone }: Delivery) => `${name}\n${address}\n${phone}`

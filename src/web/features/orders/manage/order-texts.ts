import type { Order } from '#contract/orders/orders.ts'
import { groupDigits, shortId } from '#contract/formats/formatting.ts'

export const countOf = (orders: readonly Order[]) =>
  orders.length === 1 ? '1 order' : `${groupDigits(orders.length)} orders`

export const codesOf = (orders: readonly Order[]) =>
  orders.map(({ _id }) => shortId(_id)).join(', ')

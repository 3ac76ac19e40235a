import type { Order } from '#contract/orders.ts'

/** The page on which an order of one part is ordered again; undefined for several parts. */
export const orderAgainPath = ({ lines, product, quantity }: Order) =>
  lines.length > 1 ? undefined : `/order/${product}?quantity=${quantity}`

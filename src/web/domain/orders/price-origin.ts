import { dollars } from '#contract/formats/formatting.ts'
import type { Order, OrderLine } from '#contract/orders.ts'

/** Where the price of a line comes from, beside the list price; undefined if it is the list price. */
export const priceOriginOf = ({ priceFrom, listPrice }: OrderLine) =>
  priceFrom === undefined || listPrice === undefined
    ? undefined
    : `Price: ${priceFrom}. List price: ${dollars(listPrice)}`

/** The same for an order of one part; those of several are at their lines. */
export function priceOriginOfOrder({ lines: [only, ...others] }: Pick<Order, 'lines'>) {
  return only && others.length === 0 ? priceOriginOf(only) : undefined
}

import { dollars } from '#contract/formats/formatting.ts'
import type { Order, OrderLine } from '#contract/orders/orders.ts'

/** Where the price of a line comes from, unless it was said before, and the list price; undefined if it is the list price. */
export function priceOriginOf({ priceFrom, listPrice }: OrderLine, saidBefore?: string) {
  if (priceFrom === undefined || listPrice === undefined) return undefined
  const list = `List price: ${dollars(listPrice)}`
  return priceFrom === saidBefore ? list : `Price: ${priceFrom}. ${list}`
}

/** The origin that all of several lines have, to be said once for them. */
export function sharedOrigin(lines: readonly { priceFrom?: string | undefined }[]) {
  const [origin] = lines.map(({ priceFrom }) => priceFrom)
  const isShared = lines.length > 1 && lines.every(({ priceFrom }) => priceFrom === origin)
  return isShared ? origin : undefined
}

/** Where the price of an order of one part comes from; those of several are at their lines. */
export function priceOriginOfOrder({ lines: [only, ...others] }: Pick<Order, 'lines'>) {
  return only && others.length === 0 ? priceOriginOf(only) : undefined
}

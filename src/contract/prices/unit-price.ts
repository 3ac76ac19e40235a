/** A price of one unit from a number of units on. */
export interface Rung {
  from: number
  price: number
}

/** What a product costs: one unit, and one unit of larger quantities. */
export interface Prices {
  price: number
  breaks?: readonly Rung[] | undefined
}

/** The prices of some accounts for a product, in cents. */
export interface AccountList {
  name: string
  /** Off each public price, with two decimals at most. */
  percentOff: number
  /** For this product alone. */
  own: readonly Rung[]
}

/** The lowest price that a quantity reaches, and the fewest units that reach it. */
function reachedRung({ price, breaks = [] }: Prices, quantity: number): Rung {
  let lowest: Rung = { from: 1, price }
  for (const rung of breaks) {
    if (rung.from <= quantity && isBefore(rung, lowest)) lowest = rung
  }
  return lowest
}

const isBefore = (rung: Rung, other: Rung) =>
  rung.price < other.price || (rung.price === other.price && rung.from < other.from)

/**
 * The price of one unit in an order of this quantity: the lowest that it reaches. In dollars or in cents, as the
 * prices are.
 */
export const unitPrice = (prices: Prices, quantity: number) => reachedRung(prices, quantity).price

/** A price less some percent, rounded half up to a cent: `points` are hundredths of a percent. */
const reduced = (cents: number, points: number) =>
  Math.max(1, Math.floor((cents * (10_000 - points) + 5_000) / 10_000))

/** The lowest price in cents that still costs as many cents or more after `points` are taken off. */
export const lowestReducedTo = (cents: number, points: number) =>
  cents <= 1 ? 0 : Math.ceil((cents * 10_000 - 5_000) / (10_000 - points))

/** The prices of an account, on a list or on none, in cents: {@link unitPrice} of them is the lowest of all that apply. */
export function pricesOnList(
  { price, breaks = [] }: Prices,
  list?: Pick<AccountList, 'percentOff' | 'own'>,
): { price: number; breaks: Rung[] } {
  const points = Math.round((list?.percentOff ?? 0) * 100)
  const all = [
    { from: 1, price: reduced(price, points) },
    ...breaks.map((rung) => ({ from: rung.from, price: reduced(rung.price, points) })),
    ...(list?.own ?? []),
  ].toSorted((one, other) => one.from - other.from || one.price - other.price)
  const falling: Rung[] = []
  for (const rung of all) {
    if (rung.price < (falling.at(-1)?.price ?? Infinity)) falling.push(rung)
  }
  const first = falling.findLast(({ from }) => from <= 1)
  return { price: first?.price ?? price, breaks: falling.filter(({ from }) => from > 1) }
}

/**
 * What one unit costs in a line of an order, in cents, and where that comes from: 'from 100' is a rung of the product,
 * 'Workshops, from 50' one of a price list. The function `line_price` of the database is the same rule.
 */
export function linePrice(
  prices: Prices,
  quantity: number,
  list?: AccountList,
): { price: number; priceFrom?: string } {
  const open = reachedRung(prices, quantity)
  const own = list ? reachedRung(pricesOnList(prices, list), quantity) : open
  if (list && own.price < open.price) {
    return { price: own.price, priceFrom: [list.name, ...rungText(own)].join(', ') }
  }
  const [priceFrom] = rungText(open)
  return { price: open.price, ...(priceFrom !== undefined && { priceFrom }) }
}

const rungText = ({ from }: Rung) => (from > 1 ? [`from ${from}`] : [])

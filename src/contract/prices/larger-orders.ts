import { toCents, toDollars } from '../shared/fields.ts'
import { inWholePacks, smallestOrder } from '../shared/quantity.ts'
import type { OrderRules } from '../shared/quantity.ts'
import { freeShippingAbove, goodsTotal, sumsOfLines } from '../shared/shipping.ts'
import { type Prices, unitPrice } from './unit-price.ts'

type PricedPart = OrderRules & Prices

/** What else an order comes to. */
interface RestOfOrder {
  shippingCost: number
  /** The goods of its other lines in dollars. */
  otherGoods?: number
}

const packed = (units: number, { packSize = 1 }: OrderRules) =>
  Math.ceil(units / packSize) * packSize

const goodsOf = (part: PricedPart, quantity: number) =>
  goodsTotal(unitPrice(part, quantity), quantity)

function totalOf(
  part: PricedPart,
  quantity: number,
  { shippingCost, otherGoods = 0 }: RestOfOrder,
) {
  const others = { unitPrice: otherGoods, quantity: 1 }
  return sumsOfLines([{ unitPrice: unitPrice(part, quantity), quantity }, others], shippingCost)
    .total
}

/**
 * The quantity of a rung whose order costs less than the one of fewer units, and what it saves; undefined if there is
 * none. Of several, the one that saves most. It is in whole packs and in stock, as the smaller one is.
 */
export function cheaperOrder(
  part: PricedPart & { quantity: number },
  quantity: number,
  rest: RestOfOrder,
) {
  const most = inWholePacks(part.quantity, part)
  if (quantity < smallestOrder(part) || quantity > most) return undefined
  const total = toCents(totalOf(part, quantity, rest))
  const [best] = (part.breaks ?? [])
    .filter(({ from }) => from > quantity)
    .map(({ from }) => packed(from, part))
    .filter((units) => units <= most)
    .map((units) => ({
      quantity: units,
      saved: toDollars(total - toCents(totalOf(part, units, rest))),
    }))
    .filter(({ saved }) => saved > 0)
    .toSorted((one, other) => other.saved - one.saved || one.quantity - other.quantity)
  return best
}

/** The next quantity in whole packs that ships free, and what it adds; undefined if the order ships free already. */
export function unitsToFreeShipping(part: PricedPart, quantity: number, shippingCost: number) {
  const goods = goodsOf(part, quantity)
  if (goods === 0 || shippingCost === 0 || goods > freeShippingAbove) return undefined
  const [units] = [{ from: 1, price: part.price }, ...(part.breaks ?? [])]
    .map(({ from }) => {
      const fewest = Math.floor(toCents(freeShippingAbove) / toCents(unitPrice(part, from))) + 1
      return packed(Math.max(fewest, from, quantity + 1), part)
    })
    .filter((candidate) => goodsOf(part, candidate) > freeShippingAbove)
    .toSorted((one, other) => one - other)
  return units === undefined
    ? undefined
    : { quantity: units, amount: toDollars(toCents(goodsOf(part, units)) - toCents(goods)) }
}

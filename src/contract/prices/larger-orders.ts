import { toCents, toDollars } from '../shared/fields.ts'
import { inWholePacks, smallestOrder } from '../shared/quantity.ts'
import type { OrderRules } from '../shared/quantity.ts'
import { freeShippingAbove, goodsTotal } from '../shared/shipping.ts'
import { type Charges, taxedSums } from '../taxes/tax-lines.ts'
import { type Prices, unitPrice } from './unit-price.ts'

type PricedPart = OrderRules & Prices

/** What else an order comes to. */
interface RestOfOrder extends Charges {
  /** Its other lines, which are taxed each by itself. */
  others?: readonly { unitPrice: number; quantity: number }[]
}

const packed = (units: number, { packSize = 1 }: OrderRules) =>
  Math.ceil(units / packSize) * packSize

const goodsOf = (part: PricedPart, quantity: number) =>
  goodsTotal(unitPrice(part, quantity), quantity)

function centsOf(part: PricedPart, quantity: number, { others = [], ...charges }: RestOfOrder) {
  const line = { unitPrice: unitPrice(part, quantity), quantity }
  return toCents(taxedSums([line, ...others], charges).total)
}

/**
 * A larger quantity that costs less in all because of a price break, and what it saves: the one that saves most, or
 * undefined without any. It is in whole packs and in stock, as the smaller one is.
 */
export function cheaperOrder(
  part: PricedPart & { quantity: number },
  quantity: number,
  rest: RestOfOrder,
) {
  const most = inWholePacks(part.quantity, part)
  if (quantity < smallestOrder(part) || quantity > most) return undefined
  const larger = (part.breaks ?? [])
    .filter(({ from }) => from > quantity)
    .map(({ from }) => packed(from, part))
    .filter((units) => units <= most)
  if (larger.length === 0) return undefined
  const cents = centsOf(part, quantity, rest)
  const [best] = larger
    .map((units) => ({ quantity: units, saved: toDollars(cents - centsOf(part, units, rest)) }))
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

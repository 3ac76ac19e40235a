// In a file of its own, so that pages that only show it load no schemas.
import { groupDigits } from '../formats/formatting.ts'

/** The minimum order of a product without one of its own, in units. */
// specification: 'Min Order : 10unit'
export const quantityMin = 10

/** The quantities in which a product is sold; a product without rules of its own has its price only. */
export interface OrderRules {
  /** The fewest units of an order. */
  minimumOrder?: number | undefined
  /** Orders are multiples of it. */
  packSize?: number | undefined
  /** In dollars. */
  price?: number | undefined
}

/** The card provider charges no less than this, in cents. */
export const chargeMin = 50

const fewestToCharge = (price: number) => Math.ceil(chargeMin / Math.round(price * 100))

type Stocked = OrderRules & { quantity: number }

/** The smallest quantity that can be ordered: the minimum, or what a card can pay, rounded up to whole packs. */
export function smallestOrder({ minimumOrder = quantityMin, packSize = 1, price }: OrderRules) {
  const fewest = Math.max(minimumOrder, price ? fewestToCharge(price) : 0)
  return Math.ceil(fewest / packSize) * packSize
}

/** The units in whole packs, rounded down. */
export const inWholePacks = (units: number, { packSize = 1 }: OrderRules) =>
  units - (units % packSize)

/** Whether fewer units are left of a product than the smallest order takes. */
export const isBelowMinimumOrder = (product: Stocked) => product.quantity < smallestOrder(product)

/** A specified text that names the default minimum, for a product. */
export const withMinimum = (text: string, product: OrderRules) =>
  text.replace(String(quantityMin), groupDigits(smallestOrder(product)))

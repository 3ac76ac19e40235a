import { inWholePacks, smallestOrder } from '#contract/shared/quantity.ts'
import type { OrderRules } from '#contract/shared/quantity.ts'

const sizes = [10, 20, 50, 100]

type Stocked = OrderRules & { quantity: number }

/** Step of each key, in packs. The buttons step by 10, with Shift by 100. */
const keySteps = new Map([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
])

export const stepOfKey = (key: string) => keySteps.get(key)

/** The units of a step of the buttons: ten, or the fewest whole packs that are as many. */
export const buttonStep = ({ packSize = 1 }: OrderRules) => Math.ceil(10 / packSize)

/** The input without thousands separators. */
export function stripGrouping(typed: string): string {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits
}

/** Parses a whole number of units; undefined if it is none. */
export const parseUnits = (typed: string) => (/^\d+$/.test(typed) ? Number(typed) : undefined)

/** Some packs more or fewer, clamped to the smallest order and the stock. */
export function stepQuantity(typed: string, packs: number, product: Stocked): string {
  const { packSize = 1 } = product
  const units = (parseUnits(typed) ?? 0) + packs * packSize
  // A quantity between packs steps to the next one in the direction.
  const packed = packs > 0 ? inWholePacks(units, product) : Math.ceil(units / packSize) * packSize
  const most = inWholePacks(product.quantity, product)
  return String(Math.max(smallestOrder(product), Math.min(most, packed)))
}

/** Quick choices in whole packs; the last one is all that can be ordered. */
export function quickQuantities(product: Stocked): number[] {
  const { packSize = 1 } = product
  const smallest = smallestOrder(product)
  const most = inWholePacks(product.quantity, product)
  if (most < smallest) return []
  const offered = [smallest, ...sizes.map((size) => Math.ceil(size / packSize) * packSize)]
  const choices = offered.filter((size) => size >= smallest && size < most)
  return [...new Set([...choices, most])]
}

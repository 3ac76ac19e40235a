import { smallestOrder, withMinimum } from '../shared/quantity.ts'
import type { OrderRules } from '../shared/quantity.ts'
import { specifiedMessages } from '../shared/specified-messages.ts'

export const messages = {
  ...specifiedMessages.orders,
  quantityNotInPacks: (packSize: number) => `Must be a multiple of ${packSize}`,
} as const

/** The problem of a quantity with the minimum order and the packs of a product; undefined without one. */
export function orderRuleProblem(quantity: number, product: OrderRules): string | undefined {
  const { packSize = 1 } = product
  if (quantity < smallestOrder(product)) return withMinimum(messages.quantityTooShort, product)
  if (quantity % packSize !== 0) return messages.quantityNotInPacks(packSize)
  return undefined
}

/** The first problem of a typed quantity; undefined if it can be ordered. */
export function quantityProblem(
  typed: string,
  product: OrderRules & { quantity: number },
): string | undefined {
  const digits = typed.trim()
  if (digits === '') return messages.quantityRequired
  // The form's rule of two characters; a smaller minimum has none.
  if (digits.length < 2 && smallestOrder(product) >= 10) {
    return withMinimum(messages.quantityTooShort, product)
  }
  if (!/^-?\d+$/.test(digits)) return messages.quantityInvalid
  const quantity = Number(digits)
  if (quantity > product.quantity) return messages.quantityTooHigh
  if (quantity <= 0) return messages.quantityInvalid
  return orderRuleProblem(quantity, product)
}

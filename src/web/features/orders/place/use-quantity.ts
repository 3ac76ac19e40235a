import { useState } from 'react'
import { quantityProblem } from '#contract/orders/quantity-rules.ts'
import type { Product } from '#contract/products/products.ts'
import { cheaperOrder, unitsToFreeShipping } from '#contract/prices/larger-orders.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { type Charges, taxedSums } from '#contract/taxes/tax-lines.ts'
import { stripGrouping, parseUnits } from './quantity.ts'

const calculateFirst = 'Calculate the amount first'

export type Quantity = ReturnType<typeof useQuantity>

/** The typed quantity, the resulting total, and whether the buyer has confirmed both. */
export function useQuantity(
  product: Pick<Product, 'price' | 'breaks' | 'quantity' | 'minimumOrder' | 'packSize'>,
  charges: Charges,
  initial: string,
) {
  const { shippingCost } = charges
  const sumsOf = (count: number) =>
    taxedSums([{ unitPrice: unitPrice(product, count), quantity: count }], charges)
  const [typed, setTyped] = useState(initial)
  // The last action; no error is shown before the first one.
  const [lastAction, setLastAction] = useState<'amount' | 'order'>()
  const [calculatedTotal, setCalculatedTotal] = useState<number>()

  const units = parseUnits(typed) ?? 0
  const { goods, shipping, tax, total } = sumsOf(units)
  const problem = quantityProblem(typed, product)
  const isCalculated = problem === undefined && calculatedTotal === total
  const orderProblem = problem ?? (isCalculated ? undefined : calculateFirst)

  return {
    typed,
    units,
    goods,
    shipping,
    tax,
    total,
    unitPrice: unitPrice(product, units),
    toFreeShipping: unitsToFreeShipping(product, units, shippingCost),
    cheaper: cheaperOrder(product, units, charges),
    product,
    problem: lastAction && (lastAction === 'order' ? orderProblem : problem),
    /** Reset by any change of quantity, price, shipping cost or stock that affects the order. */
    isCalculated,

    change(next: string) {
      const digits = stripGrouping(next)
      if (digits === typed) return
      setTyped(digits)
      setCalculatedTotal(undefined)
      // A visible error is revalidated on input; otherwise validation waits for the next action.
      setLastAction(lastAction && problem !== undefined ? 'amount' : undefined)
    },

    /** Validates the quantity; the field shows the error. */
    calculate() {
      setLastAction('amount')
      setCalculatedTotal(total)
      return problem === undefined
    },

    /** Takes a quantity that the shop offers, and calculates its amount at once. */
    choose(count: number) {
      setTyped(String(count))
      setLastAction('amount')
      setCalculatedTotal(sumsOf(count).total)
    },

    /** Shows in the field why it cannot be ordered yet. */
    explain() {
      setLastAction('order')
    },

    reset() {
      setTyped('0')
      setLastAction(undefined)
      setCalculatedTotal(undefined)
    },
  }
}

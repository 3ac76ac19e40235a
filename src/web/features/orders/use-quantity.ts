import { useState } from 'react'
import { orderTotal, quantityProblem } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { ungrouped, unitsIn } from './quantity.ts'

export type Quantity = ReturnType<typeof useQuantity>

/** The quantity as it is typed, the total that follows from it, and whether the buyer has seen both. */
export function useQuantity(
  { price, quantity: available }: Pick<Product, 'price' | 'quantity'>,
  atFirst: string,
) {
  const [typed, setTyped] = useState(atFirst)
  const [isChecked, setIsChecked] = useState(false)
  const [calculatedTotal, setCalculatedTotal] = useState<number>()

  const units = unitsIn(typed) ?? 0
  const total = orderTotal(price, units)
  const problem = quantityProblem(typed, available)

  return {
    typed,
    units,
    total,
    available,
    problem: isChecked ? problem : undefined,
    /** False again as soon as the quantity, the price or the stock no longer allows the order. */
    isCalculated: problem === undefined && calculatedTotal === total,

    change(next: string) {
      const digits = ungrouped(next)
      if (digits === typed) return
      setTyped(digits)
      setCalculatedTotal(undefined)
      // A mistake that is shown is checked while it is corrected; a new quantity is typed in peace.
      setIsChecked(isChecked && problem !== undefined)
    },

    /** Whether what was typed can be ordered; the field says why not. */
    calculate() {
      setIsChecked(true)
      setCalculatedTotal(total)
      return problem === undefined
    },

    reset() {
      setTyped('0')
      setIsChecked(false)
      setCalculatedTotal(undefined)
    },
  }
}

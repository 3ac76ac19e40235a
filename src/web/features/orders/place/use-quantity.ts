import { useState } from 'react'
import { quantityProblem } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { orderSums } from '#contract/shared/shipping.ts'
import { ungrouped, unitsIn } from './quantity.ts'

const calculateFirst = 'Calculate the amount first'

export type Quantity = ReturnType<typeof useQuantity>

/** The quantity as it is typed, the total that follows from it, and whether the buyer has seen both. */
export function useQuantity(
  { price, quantity: available }: Pick<Product, 'price' | 'quantity'>,
  shippingCost: number,
  atFirst: string,
) {
  const [typed, setTyped] = useState(atFirst)
  // What the buyer has asked for; before that, nothing is said to be wrong.
  const [asked, setAsked] = useState<'amount' | 'order'>()
  const [calculatedTotal, setCalculatedTotal] = useState<number>()

  const units = unitsIn(typed) ?? 0
  const { goods, shipping, total } = orderSums(price, units, shippingCost)
  const problem = quantityProblem(typed, available)
  const isCalculated = problem === undefined && calculatedTotal === total
  const orderProblem = problem ?? (isCalculated ? undefined : calculateFirst)

  return {
    typed,
    units,
    goods,
    shipping,
    total,
    available,
    problem: asked && (asked === 'order' ? orderProblem : problem),
    /** False again as soon as quantity, price, shipping or stock no longer allow the order. */
    isCalculated,

    change(next: string) {
      const digits = ungrouped(next)
      if (digits === typed) return
      setTyped(digits)
      setCalculatedTotal(undefined)
      // A mistake that is shown is checked while it is corrected; a new quantity is typed in peace.
      setAsked(asked && problem !== undefined ? 'amount' : undefined)
    },

    /** Whether what was typed can be ordered; the field says why not. */
    calculate() {
      setAsked('amount')
      setCalculatedTotal(total)
      return problem === undefined
    },

    /** From now on the field says why this cannot be ordered yet. */
    explain() {
      setAsked('order')
    },

    reset() {
      setTyped('0')
      setAsked(undefined)
      setCalculatedTotal(undefined)
    },
  }
}

import { useState } from 'react'
import { type NewOrder, reservationProblems } from '#contract/orders/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import type { Product } from '#contract/products/products.ts'
import { carKeys } from '#web/domain/cart/car-of-line.ts'
import type { Refusal } from '#web/domain/orders/refusal-notice.tsx'
import { referenceProblemOf } from '#web/domain/orders/reference-habit.tsx'
import { useTouch } from '#web/domain/use-change.ts'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import { PlacedBefore, placeOnce, repeatOrder, type Shown } from '../attempts/place-once.ts'
import { ofPart, refusalSentence } from '../attempts/refusal-sentence.ts'
import { useOpenOrder } from '../attempts/use-open-order.ts'
import type { Placed } from './placed-order.tsx'

interface Wanted {
  quantity: number
  total: number
  /** The buyer's own order number. */
  reference: string | undefined
  onPlaced: () => void
}

/** An order of one part as the page showed it. */
export interface ShownOrder extends Shown {
  quantity: number
}

/** The form of a part, for its open order. */
const formOf = ({ _id }: Product) => `order ${_id}`

/** Places one order at a time. The order placed last stays until the next one is placed. */
export function usePlaceOrder(product: Product) {
  const { _id, name } = product
  const form = formOf(product)
  const touch = useTouch()
  const { open, look } = useOpenOrder<ShownOrder>(form)
  const [placed, setPlaced] = useState<Placed>()
  const [refusal, setRefusal] = useState<Refusal>()

  function showPlaced(id: string, { goods, total }: Shown) {
    toast.success(messages.placed(total))
    setPlaced({ id, goods, total })
  }

  async function attempt(shown: ShownOrder, onPlaced: () => void, run: () => Promise<string>) {
    setRefusal(undefined)
    try {
      showPlaced(await run(), shown)
      onPlaced()
    } catch (error) {
      if (error instanceof PlacedBefore) showPlaced(error.order, error.shown)
      else toast.error(messages.placeFailed(shown.total))
      setRefusal({
        problem: refusalSentence(error, ofPart(shown, 'Calculate the amount again')),
        ofReference: referenceProblemOf(error),
        isLimited: isProblem(error, ...reservationProblems),
      })
      // The shipping cost or the taxes may have changed since the page was loaded.
      if (isProblem(error, 'price-changed')) void touch('charges')
    }
    look()
    await touch('stock', 'ownPrices', 'ownOrders')
  }

  const [place, isPlacing] = useSingleFlight(({ quantity, total, reference, onPlaced }: Wanted) => {
    const car = carKeys(chosenCar())
    const order: NewOrder = { product: _id, name, quantity, price: total, reference, ...car }
    const shown = { goods: `${groupDigits(quantity)} × ${name}`, quantity, total }
    return attempt(shown, onPlaced, () => placeOnce({ name: form, order, shown }))
  })

  return {
    place,
    repeat: (onPlaced: () => void) => open && attempt(open, onPlaced, () => repeatOrder(form)),
    isPlacing,
    /** The order whose outcome is not known. */
    open,
    placed,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  }
}

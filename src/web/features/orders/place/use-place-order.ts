import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type NewOrder, orders, reservationProblems } from '#contract/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { priceAddresses } from '#contract/prices/price-addresses.ts'
import { type Product, products } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { taxes } from '#contract/taxes/taxes.ts'
import { carKeys } from '#web/domain/cart/car-of-line.ts'
import type { Refusal } from '#web/domain/orders/refusal-notice.tsx'
import { referenceProblemOf } from '#web/domain/orders/reference-habit.tsx'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { isBelowMinimumOrder } from '#contract/shared/quantity.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import type { Placed } from './placed-order.tsx'

interface Wanted {
  quantity: number
  total: number
  /** The buyer's own order number. */
  reference: string | undefined
}

/** Places one order at a time. The order placed last stays until the next one is placed. */
export function usePlaceOrder(product: Product, onPlaced: () => void) {
  const { _id, name } = product
  const client = useQueryClient()
  const attempt = useRef<Attempt>(undefined)
  const [placed, setPlaced] = useState<Placed>()
  const [refusal, setRefusal] = useState<Refusal>()

  const [place, isPlacing] = useSingleFlight(async ({ quantity, total, reference }: Wanted) => {
    const car = carKeys(chosenCar())
    const order: NewOrder = { product: _id, name, quantity, price: total, reference, ...car }
    attempt.current = attemptAt(order, attempt.current)
    setRefusal(undefined)
    try {
      const { insertedId } = await call(
        orders.place,
        { body: order },
        { idempotencyKey: attempt.current.key },
      )
      attempt.current = undefined
      toast.success(messages.placed(total))
      setPlaced({ id: insertedId, goods: `${quantity} × ${name}`, total })
      onPlaced()
    } catch (error) {
      toast.error(messages.placeFailed(total))
      setRefusal({
        problem: problemSentence(error, order, product),
        ofReference: referenceProblemOf(error),
        ...(isProblem(error, ...reservationProblems) && { limited: error }),
      })
      // The shipping cost or the taxes may have changed since the page was loaded.
      if (isProblem(error, 'price-changed')) {
        void client.invalidateQueries({ queryKey: keyOf(shop.config) })
        void client.invalidateQueries({ queryKey: keyOf(taxes.own) })
      }
    }
    await Promise.all(
      [products.one, products.list, priceAddresses.own, ...ownOrderReads].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  })

  return { place, isPlacing, placed, refusal, forgetRefusal: () => setRefusal(undefined) }
}

interface Attempt {
  order: string
  key: string
}

/**
 * A retry of the same order after a network error reuses its idempotency key, so it is placed once.
 */
function attemptAt(order: NewOrder, last: Attempt | undefined): Attempt {
  const text = JSON.stringify(order)
  return last?.order === text ? last : { order: text, key: newIdempotencyKey() }
}

function problemSentence(error: unknown, { quantity, price }: NewOrder, product: Product): string {
  if (isProblem(error, 'insufficient-stock')) {
    const { available = 0 } = error.problem
    const suffix = isBelowMinimumOrder({ ...product, quantity: available })
      ? ''
      : ' Your quantity is kept.'
    return `Someone else was faster: only ${available} in stock.${suffix}`
  }
  if (isProblem(error, 'price-changed')) {
    const { currentTotal = 0 } = error.problem
    return `The price has changed: ${quantity} units cost ${dollars(price)} before and now cost ${dollars(currentTotal)}. Nothing was ordered. Calculate the amount again to accept it.`
  }
  if (error instanceof NetworkError) {
    return `${error.message} If the order went through, it is in My Order. Trying again won’t place it twice.`
  }
  return `${sentenceFor(error)} Your quantity is kept.`
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { reservationProblems } from '#contract/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { shop } from '#contract/shop.ts'
import { joinCart } from '#web/domain/cart/join-cart.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import type { Refusal } from '#web/domain/orders/refusal-notice.tsx'
import { referenceProblemOf, useReference } from '#web/domain/orders/reference-habit.tsx'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import type { Placed } from '../place/placed-order.tsx'
import { reservableUnits, unlimited } from '../refusals/reservable-units.ts'
import { changedSums } from '../refusals/changed-prices.ts'
import { type CartState, pricedLines, priceOf } from './cart-state.ts'
import { partsText } from './line-texts.ts'

const draftName = 'cart'

/** Places the lines of a cart as one order, and takes what was ordered out of the cart. */
export function usePlaceCart({ settle, refetch }: Pick<CartState, 'settle' | 'refetch'>) {
  const client = useQueryClient()
  const reference = useReference(() => readDraft(draftName)['reference'] || undefined)
  const [placed, setPlaced] = useState<Placed>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [reservable, setReservable] = useState(unlimited)

  /** The key is of the order, so that repeating it takes nothing out twice. */
  async function takeOut(order: string, lines: readonly CartLine[]) {
    try {
      await joinCart(client, lines.map(toOrdered), 'subtract', `placed-${order}`)
      writeDraft(draftName, {})
    } catch (error) {
      const problem = `The order is placed, but its parts are still in the cart. ${sentenceFor(error)}`
      setRefusal({ problem })
    }
  }

  const [place, isPlacing] = useSingleFlight(async (lines: readonly CartLine[], total: number) => {
    setRefusal(undefined)
    setReservable(unlimited)
    await settle()
    try {
      const id = await placeOnce(lines, total, reference.sent)
      toast.success(messages.placed(total))
      setPlaced({ id, goods: partsText(lines.length), total })
      reference.reset()
      await takeOut(id, lines)
    } catch (error) {
      toast.error(messages.placeFailed(total))
      setReservable(reservableUnits(error))
      setRefusal({
        problem: refusalSentence(error, lines, total),
        ofReference: referenceProblemOf(error),
        ...(isProblem(error, ...reservationProblems) && { limited: error }),
      })
    }
    await Promise.all([
      refetch(),
      ...[shop.config, products.one, products.list, ...ownOrderReads].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    ])
  })

  return {
    place,
    isPlacing,
    placed,
    refusal,
    /** Set by a refusal of units beyond the account's share. */
    reservable,
    reference,
    changeReference(typed: string) {
      if (refusal?.ofReference) setRefusal(undefined)
      reference.change(typed)
      writeDraft(draftName, { ...readDraft(draftName), reference: typed })
    },
  }
}

const toOrdered = (line: CartLine) => ({
  product: line.product,
  name: line.name,
  quantity: line.quantity,
  seenPrice: priceOf(line),
})

/** The same order keeps its key, also over a reload, until it has left the cart: a retry places it once. */
async function placeOnce(lines: readonly CartLine[], total: number, reference: string) {
  const body = {
    lines: lines.map(({ product, quantity, car, number }) => ({
      product,
      quantity,
      // A line that was added without a car shows the verdict for the chosen one.
      ...keysOfLine({ car: car ?? chosenCar(), number }),
    })),
    price: total,
    ...(reference && { reference }),
  }
  const order = JSON.stringify(body)
  const draft = readDraft(draftName)
  const idempotencyKey = (draft['order'] === order && draft['key']) || newIdempotencyKey()
  writeDraft(draftName, { reference, order, key: idempotencyKey })
  const { insertedId } = await call(quickOrder.place, { body }, { idempotencyKey })
  return insertedId
}

function refusalSentence(error: unknown, lines: readonly CartLine[], total: number): string {
  if (isProblem(error, 'insufficient-stock')) {
    return 'Someone else was faster: some parts have less stock now. Nothing was ordered.'
  }
  if (isProblem(error, 'price-changed')) {
    const sums = changedSums(error.problem, { total, lines: pricedLines(lines) })
    return `Prices have changed and nothing was ordered. ${sums} Place the order again to accept it.`
  }
  if (isProblem(error, 'not-found')) {
    return 'Some parts are no longer sold. Nothing was ordered.'
  }
  if (error instanceof NetworkError) {
    return `${error.message} If the order went through, it is in My Order. Trying again won’t place it twice.`
  }
  const [first] = isProblem(error, 'invalid') ? (error.problem.errors ?? []) : []
  return first ? `${first.message}.` : sentenceFor(error)
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { reservationProblems } from '#contract/orders/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import type { NewOrderFromCart } from '#contract/quick-order.ts'
import type { EarlierOrder } from '#contract/shared/problem-document.ts'
import { refreshCount } from '#web/domain/cart/join-cart.ts'
import { keysOfLine } from '#web/domain/cart/keys-of-line.ts'
import type { Refusal } from '#web/domain/orders/refusal-notice.tsx'
import { referenceProblemOf, useReference } from '#web/domain/orders/reference-habit.tsx'
import { touch } from '#web/domain/touched-reads.ts'
import { chosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { ApiError, isProblem } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'
import {
  learnOutcome,
  PlacedBefore,
  placeOnce,
  repeatOrder,
  type Shown,
} from '../attempts/place-once.ts'
import { useOpenOrder } from '../attempts/use-open-order.ts'
import type { Placed } from '../place/placed-order.tsx'
import { cartRefusal } from './cart-refusal.ts'
import type { CartState } from './cart-state.ts'
import { partsText } from './line-texts.ts'

const form = 'cart'

/** A cart as it was shown when its order was placed. */
export interface ShownCart extends Shown {
  lines: readonly CartLine[]
}

/** A cart with parts that another device has ordered. */
export interface OrderedMeanwhile {
  orders: readonly EarlierOrder[]
  shown: ShownCart
}

/** Places the lines of a cart as one order. They leave the cart with it. */
export function usePlaceCart({ settle, refetch }: Pick<CartState, 'settle' | 'refetch'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const reference = useReference(() => readDraft(form)['reference'] || undefined)
  const { open, look } = useOpenOrder<ShownCart>(form)
  const [placed, setPlaced] = useState<Placed>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [meanwhile, setMeanwhile] = useState<OrderedMeanwhile>()

  function showPlaced(id: string, { goods, total }: Shown) {
    toast.success(messages.placed(total))
    setPlaced({ id, goods, total })
  }

  function forgetAnswers() {
    setRefusal(undefined)
    setMeanwhile(undefined)
  }

  /** The page would show the cart of a visitor, which is empty. */
  function askToLogIn() {
    void navigate(pathTo.login, { state: { from: pathTo.cart, sessionEnded: true } })
  }

  async function readAgain() {
    look()
    await Promise.all([
      refetch(),
      refreshCount(client),
      touch(client, 'charges', 'stock', 'ownOrders'),
    ])
  }

  function explain(error: unknown, shown: ShownCart) {
    if (error instanceof ApiError && error.status === 401) return askToLogIn()
    if (error instanceof PlacedBefore) showPlaced(error.order, error.shown)
    else toast.error(messages.placeFailed(shown.total))
    const { orders } = isProblem(error, 'ordered-meanwhile') ? error.problem : {}
    if (orders) return setMeanwhile({ orders, shown })
    setRefusal({
      problem: cartRefusal(error, shown),
      ofReference: referenceProblemOf(error),
      isLimited: isProblem(error, ...reservationProblems),
    })
  }

  async function attempt(shown: ShownCart, run: () => Promise<string>) {
    forgetAnswers()
    await settle()
    try {
      showPlaced(await run(), shown)
      reference.reset()
      writeDraft(form, {})
    } catch (error) {
      explain(error, shown)
    }
    await readAgain()
  }

  const [place, isPlacing] = useSingleFlight(
    (lines: readonly CartLine[], total: number, again: readonly EarlierOrder[] = []) => {
      const shown = { lines, total, goods: partsText(lines.length) }
      const order = orderOf(shown, reference.sent, again)
      return attempt(shown, () => placeOnce({ name: form, order, shown }))
    },
  )

  /** Asks what became of the open order; whether none was placed, so that the cart can be changed. */
  async function isUnplaced(): Promise<boolean> {
    if (!open) return true
    forgetAnswers()
    try {
      const earlier = await learnOutcome<ShownCart>(form)
      if (earlier) showPlaced(earlier.order, earlier.shown)
      await readAgain()
      return earlier === undefined
    } catch (error) {
      setRefusal({ problem: cartRefusal(error, open) })
      return false
    }
  }

  return {
    place,
    repeat: () => open && attempt(open, () => repeatOrder(form)),
    orderAgain: ({ orders, shown }: OrderedMeanwhile) => place(shown.lines, shown.total, orders),
    isUnplaced,
    isPlacing,
    /** The cart of the order whose outcome is not known. */
    open,
    placed,
    refusal,
    meanwhile,
    reference,
    changeReference(typed: string) {
      if (refusal?.ofReference) setRefusal(undefined)
      reference.change(typed)
      writeDraft(form, { ...readDraft(form), reference: typed })
    },
  }
}

function orderOf(
  { lines, total }: ShownCart,
  reference: string,
  again: readonly EarlierOrder[],
): NewOrderFromCart {
  return {
    lines: lines.map(({ product, quantity, car, number }) => ({
      product,
      quantity,
      // A line that was added without a car shows the verdict for the chosen one.
      ...keysOfLine({ car: car ?? chosenCar(), number }),
    })),
    price: total,
    ...(reference && { reference }),
    cart: {
      lines: lines.map(({ product, quantity, ...line }) => ({
        product,
        quantity,
        ...keysOfLine(line),
      })),
      ...(again.length > 0 && { again: again.map(({ _id }) => _id) }),
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reservationProblems } from '#contract/orders.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { goodsText } from '#web/domain/orders/price-breakdown.ts'
import { referenceProblemOf, useReference } from '#web/domain/orders/reference-habit.tsx'
import { readQuickDraft, updateQuickDraft } from './quick-draft.ts'
import { keyOf } from '#web/lib/api/api.ts'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { reservableUnits, unlimited } from '../refusals/reservable-units.ts'
import type { EditedRow } from './edit-rows.ts'
import { oneOrder, placeSeparately, placeTogether, pricedRows } from './place-rows.ts'
import { isOrderable } from './quick-list.ts'
import { orderRefusal } from './refusals.ts'
import { useQuickList } from './use-quick-list.ts'

export interface PlacedOrder {
  order: string
  /** Parts and units. */
  text: string
  total: number
}

interface Refusal {
  sentence: string
  /** The refusal of a reservation that the account can do something about. */
  limited?: ApiError
}

export type QuickOrder = ReturnType<typeof useQuickOrder>

/** State of a quick order: the list, its checked rows, errors and placed orders. */
export function useQuickOrder() {
  const client = useQueryClient()
  const quick = useQuickList()
  const { rows = [], charges } = quick
  const reference = useReference(() => readQuickDraft()['reference'] || undefined)
  const [referenceProblem, setReferenceProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>()
  /** Refusals of rows that were placed as orders of their own, by product. */
  const [rowRefusals, setRowRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  /** Set by a refusal of units beyond the account's share; a change of a row leaves the others. */
  const [reservable, setReservable] = useState(unlimited)
  const [placed, setPlaced] = useState<readonly PlacedOrder[]>([])
  const [done, setDone] = useState<{ of: number; rows: number }>()
  /** Counts new results, which are shown below the list. */
  const [results, setResults] = useState(0)
  const orderable = rows.filter(isOrderable)

  function forgetRefusals() {
    setRefusal(undefined)
    setRowRefusals(new Map())
  }

  /** Any change of list or rows answers the refusals before it. */
  const forgetting =
    <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
    (...args: Args) => {
      forgetRefusals()
      return change(...args)
    }

  async function check() {
    forgetRefusals()
    await quick.check()
    setResults((count) => count + 1)
  }

  function changeReference(next: string) {
    reference.change(next)
    setReferenceProblem(undefined)
    updateQuickDraft({ reference: next })
  }

  /** Places one order of all rows without a problem. Returns the first row that it was refused for. */
  async function placeAsOne(): Promise<EditedRow | undefined> {
    forgetRefusals()
    setReservable(unlimited)
    const order = oneOrder(orderable, charges)
    try {
      const { sent } = reference
      const id = await placeTogether(orderable, { reference: sent, price: order.total })
      const text = `${goodsText(order)}${sent && `, your order number ${sent}`}`
      reference.reset()
      await finish([{ order: id, text, total: order.total }], orderable)
      return undefined
    } catch (error) {
      return explain(error, { total: order.total, lines: pricedRows(orderable) })
    }
  }

  /** Shows at the rows what a refused order has named. */
  async function explain(
    error: unknown,
    seen: Parameters<typeof orderRefusal>[1]['seen'],
  ): Promise<EditedRow | undefined> {
    const short = isProblem(error, 'insufficient-stock') ? quick.learn(error.problem.lines) : []
    if (isProblem(error, 'price-changed')) {
      // The shipping cost may have changed since the page was loaded.
      void client.invalidateQueries({ queryKey: keyOf(shop.config) })
      await quick.learnPrices()
    }
    const ofReference = referenceProblemOf(error)
    setReferenceProblem(ofReference)
    if (!ofReference) {
      if (isProblem(error, 'not-found', 'invalid')) await quick.check()
      setRefusal({
        sentence: orderRefusal(error, { short, seen }),
        ...(isProblem(error, ...reservationProblems) && { limited: error }),
      })
    }
    const limited = reservableUnits(error)
    setReservable(limited)
    return short[0] ?? orderable.find(({ product }) => limited.has(product._id))
  }

  /** Places one order for each row; failed rows keep their error and stay in the list. */
  async function placeEach() {
    forgetRefusals()
    setReservable(unlimited)
    const result = await placeSeparately(orderable, {
      reference: reference.sent,
      onProgress: (count) => setDone({ rows: count, of: orderable.length }),
    })
    const { limited } = result
    setDone(undefined)
    setRowRefusals(result.refused)
    setReservable(result.reservable)
    setReferenceProblem(result.referenceProblem)
    setRefusal(limited && { sentence: limited.message, limited })
    await finish(
      result.placed.map(({ order, row: { quantity, product, total } }) => ({
        order,
        text: `${quantity} × ${product.name}`,
        total,
      })),
      result.placed.map(({ row }) => row),
    )
    setResults((count) => count + 1)
  }

  async function finish(newlyPlaced: readonly PlacedOrder[], placedRows: readonly EditedRow[]) {
    setPlaced([...placed, ...newlyPlaced])
    quick.removePlaced(placedRows)
    await Promise.all(
      [...ownOrderReads, products.one, products.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  }

  return {
    ...quick,
    orderable,
    check,
    change: forgetting(quick.change),
    setQuantity: forgetting(quick.setQuantity),
    remove: forgetting(quick.remove),
    replacePart: forgetting(quick.replacePart),
    choosePart: forgetting(quick.choosePart),
    reference,
    changeReference,
    referenceProblem,
    refusal,
    rowRefusals,
    reservable,
    placed,
    done,
    results,
    placeAsOne,
    placeEach,
  }
}

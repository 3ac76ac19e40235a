import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reservationProblems } from '#contract/orders.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { goodsText } from '#web/domain/orders/price-breakdown.ts'
import {
  referenceOf,
  referenceProblemOf,
  useReferenceHabit,
} from '#web/domain/orders/reference-habit.tsx'
import { readQuickDraft, updateQuickDraft } from './quick-draft.ts'
import { keyOf } from '#web/lib/api/api.ts'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { reservableUnits, unlimited } from '../place/reservable-units.ts'
import type { EditedRow } from './edit-rows.ts'
import { oneOrder, placeRow, placeTogether, pricedRows } from './place-rows.ts'
import { isOrderable, type Orderable } from './quick-list.ts'
import { orderRefusal, rowRefusal, stopsOrdering } from './refusals.ts'
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

type OrderableRow = EditedRow & Orderable

export type QuickOrder = ReturnType<typeof useQuickOrder>

/** State of a quick order: the list, its checked rows, errors and placed orders. */
export function useQuickOrder() {
  const client = useQueryClient()
  const quick = useQuickList()
  const { rows = [], charges } = quick
  const habit = useReferenceHabit()
  const [typedReference, setReference] = useState(() => readQuickDraft()['reference'] || undefined)
  const reference = typedReference ?? habit.prefix
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
    setReference(next)
    setReferenceProblem(undefined)
    updateQuickDraft({ reference: next })
  }

  const refuse = (error: unknown, sentence: string) =>
    setRefusal({ sentence, ...(isProblem(error, ...reservationProblems) && { limited: error }) })

  /** Places one order of all rows without a problem. Returns the first row that it was refused for. */
  async function placeAsOne(): Promise<EditedRow | undefined> {
    forgetRefusals()
    setReservable(unlimited)
    const order = oneOrder(orderable, charges)
    try {
      const placing = { reference: referenceOf(reference, habit), price: order.total }
      const id = await placeTogether(orderable, placing)
      const text = `${goodsText(order)}${placing.reference && `, your order number ${placing.reference}`}`
      setReference(undefined)
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
      refuse(error, orderRefusal(error, { short, seen }))
    }
    const limited = reservableUnits(error)
    setReservable(limited)
    return short[0] ?? orderable.find(({ product }) => limited.has(product._id))
  }

  /** Places one order for each row, sequentially; failed rows keep their error and stay in the list. */
  async function placeSeparately() {
    forgetRefusals()
    setReservable(unlimited)
    const limited = new Map<string, number>()
    const refused = new Map<string, string>()
    const newlyPlaced: (PlacedOrder & { row: OrderableRow })[] = []
    for (const [index, row] of orderable.entries()) {
      setDone({ rows: index, of: orderable.length })
      const { product, quantity, total } = row
      try {
        const order = await placeRow(row, referenceOf(reference, habit))
        newlyPlaced.push({ order, text: `${quantity} × ${product.name}`, total, row })
      } catch (error) {
        const ofReference = referenceProblemOf(error)
        setReferenceProblem(ofReference)
        if (ofReference) break
        refused.set(product._id, rowRefusal(error, row))
        for (const [id, units] of reservableUnits(error)) limited.set(id, units)
        if (isProblem(error, ...reservationProblems)) refuse(error, error.message)
        if (stopsOrdering(error)) break
      }
    }
    setDone(undefined)
    setRowRefusals(refused)
    setReservable(limited)
    await finish(
      newlyPlaced,
      newlyPlaced.map(({ row }) => row),
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
    habit,
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
    placeSeparately,
  }
}

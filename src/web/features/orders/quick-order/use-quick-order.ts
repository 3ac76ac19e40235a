import { groupDigits } from '#contract/formats/formatting.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { reservationProblems } from '#contract/orders/orders.ts'
import type { EarlierOrder } from '#contract/shared/problem-document.ts'
import { useTouch } from '#web/domain/use-change.ts'
import { goodsText } from '#web/domain/orders/price-breakdown.ts'
import { referenceProblemOf, useReference } from '#web/domain/orders/reference-habit.tsx'
import { readQuickDraft, updateQuickDraft } from './quick-draft.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import type { EditedRow } from './edit-rows.ts'
import { lostAnswerSentence, PlacedBefore, repeatOrder } from '../attempts/place-once.ts'
import { useOpenOrder } from '../attempts/use-open-order.ts'
import {
  learnOutcomes,
  listForm,
  oneOrder,
  placeSeparately,
  placeTogether,
  type ShownRows,
} from './place-rows.ts'
import { isOrderable } from './quick-list.ts'
import { orderRefusal, questionOf, type Refusal, type SeenOrder } from './refusals.ts'
import { useQuickList } from './use-quick-list.ts'

export interface PlacedOrder {
  order: string
  /** Parts and units. */
  text: string
  total: number
}

const idsOf = (orders: readonly EarlierOrder[]) => orders.map(({ _id }) => _id)

export type QuickOrder = ReturnType<typeof useQuickOrder>

/** State of a quick order: the list, its checked rows, errors and placed orders. */
export function useQuickOrder() {
  const touch = useTouch()
  const quick = useQuickList()
  const { rows = [], charges } = quick
  const reference = useReference(() => readQuickDraft()['reference'] || undefined)
  const [referenceProblem, setReferenceProblem] = useState<string>()
  const [refusal, setRefusal] = useState<Refusal>()
  /** Refusals of rows that were placed as orders of their own, by product. */
  const [rowRefusals, setRowRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const [placed, setPlaced] = useState<readonly PlacedOrder[]>([])
  const [done, setDone] = useState<{ of: number; rows: number }>()
  const [isPlacing, setIsPlacing] = useState(false)
  /** Counts new results, which are shown below the list. */
  const [results, setResults] = useState(0)
  const { open, look } = useOpenOrder<ShownRows>(listForm)
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

  /** Placed rows leave the list as it was: it cannot be changed until the shop has answered. */
  const locking =
    <Args extends unknown[], Result>(place: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      setIsPlacing(true)
      try {
        return await place(...args)
      } finally {
        // The caller may focus a row.
        flushSync(() => setIsPlacing(false))
      }
    }

  async function check() {
    forgetRefusals()
    try {
      // The stock may lack the units of an order whose answer was lost.
      const earlier = await learnOutcomes()
      await quick.check()
      if (earlier.length > 0) await finishEarlier(earlier)
    } catch (error) {
      quick.setProblem(lostAnswerSentence(error))
    }
    look()
    setResults((count) => count + 1)
  }

  /** Orders that were placed after all leave the list. */
  async function finishEarlier(earlier: readonly { order: string; shown: ShownRows }[]) {
    const isPlaced = ({ product, quantity }: EditedRow) =>
      earlier.some(({ shown }) =>
        shown.rows.some((row) => row.product === product?._id && row.quantity === quantity),
      )
    await finish(
      earlier.map(({ order, shown: { goods, total } }) => ({ order, text: goods, total })),
      quick.latestRows().filter(isPlaced),
    )
  }

  /** Sends the open order again as it was. */
  async function repeat() {
    if (!open) return
    forgetRefusals()
    // After a reload: only checked rows can leave the list.
    const isUnchecked = quick.latestRows().length === 0 && quick.list.trim() !== ''
    if (isUnchecked && !(await quick.check())) return
    try {
      await finishEarlier([{ order: await repeatOrder(listForm), shown: open }])
      forgetReference()
    } catch (error) {
      await explain(error, { total: open.total, lines: [], parts: open.rows.length })
    }
    look()
  }

  function changeReference(next: string) {
    reference.change(next)
    setReferenceProblem(undefined)
    updateQuickDraft({ reference: next })
  }

  /** The order has it. */
  function forgetReference() {
    reference.reset()
    updateQuickDraft({ reference: '' })
  }

  /**
   * Places one order of all rows without a problem, beside those of the list that the buyer knows of. Returns the first
   * row that it was refused for.
   */
  async function placeAsOne(known: readonly EarlierOrder[] = []): Promise<EditedRow | undefined> {
    forgetRefusals()
    const order = oneOrder(orderable, charges)
    try {
      const { sent } = reference
      const text = `${goodsText(order)}${sent && `, your order number ${sent}`}`
      const placing = { reference: sent, price: order.total, goods: text, again: idsOf(known) }
      const id = await placeTogether(orderable, placing)
      forgetReference()
      await finish([{ order: id, text, total: order.total }], orderable)
      return undefined
    } catch (error) {
      const { lines, total } = order
      return await explain(error, { total, lines, parts: lines.length })
    } finally {
      look()
    }
  }

  /** Shows at the rows what a refused order has named. */
  async function explain(error: unknown, seen: SeenOrder): Promise<EditedRow | undefined> {
    if (error instanceof PlacedBefore) {
      // Safe: the forms of a list show rows.
      await finishEarlier([{ order: error.order, shown: error.shown as ShownRows }])
    }
    const short = isProblem(error, 'insufficient-stock') ? quick.learn(error.problem.lines) : []
    if (isProblem(error, 'price-changed')) {
      // The shipping cost may have changed since the page was loaded.
      void touch('charges')
      await quick.learnPrices()
    }
    const ofReference = referenceProblemOf(error)
    setReferenceProblem(ofReference)
    if (!ofReference) {
      if (isProblem(error, 'not-found', 'invalid')) await quick.check()
      setRefusal({
        sentence: orderRefusal(error, { short, seen }),
        isLimited: isProblem(error, ...reservationProblems),
        question: questionOf(error, seen),
      })
    }
    return short[0]
  }

  /** Places one order for each row, beside those that the buyer knows of; failed rows keep their error and stay in the list. */
  async function placeEach(known: readonly EarlierOrder[] = []) {
    forgetRefusals()
    try {
      await placeInTurn(idsOf(known))
    } catch (error) {
      setDone(undefined)
      await explain(error, { total: 0, lines: [], parts: orderable.length, isSeparate: true })
    } finally {
      look()
    }
  }

  async function placeInTurn(again: string[]) {
    const result = await placeSeparately(orderable, {
      reference: reference.sent,
      again,
      onProgress: (count) => setDone({ rows: count, of: orderable.length }),
    })
    const { limited } = result
    setDone(undefined)
    setRowRefusals(result.refused)
    setReferenceProblem(result.referenceProblem)
    setRefusal(limited && { sentence: limited.message, isLimited: true })
    await finish(
      result.placed.map(({ order, row: { quantity, product, total } }) => ({
        order,
        text: `${groupDigits(quantity)} × ${product.name}`,
        total,
      })),
      result.placed.map(({ row }) => row),
    )
    setResults((count) => count + 1)
  }

  async function finish(newlyPlaced: readonly PlacedOrder[], placedRows: readonly EditedRow[]) {
    setPlaced([...placed, ...newlyPlaced])
    quick.removePlaced(placedRows)
    await touch('ownOrders', 'stock')
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
    open,
    repeat: locking(repeat),
    placed,
    done,
    isPlacing,
    results,
    placeAsOne: locking(placeAsOne),
    placeEach: locking(placeEach),
  }
}

import { useEffect, useState } from 'react'
import { type Order } from '#contract/orders/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { forEachOrder } from './for-each-order.ts'
import { codesOf, countOf } from './order-texts.ts'
import {
  isPast,
  readUndoTimes,
  storeUndoTimes,
  undoTimesFromNow,
  untilNextEnd,
  withoutIds,
  withoutPast,
} from './undo-times.ts'
import { useOrderChanges } from './use-order-changes.ts'

/** The processed orders of a batch. */
export interface Progress {
  done: number
  total: number
}

interface Reporting {
  onProblem: (problem: string | undefined) => void
  /** Undefined at the end. */
  onProgress: (progress: Progress | undefined) => void
}

/** Marks orders as shipped, and undoes it while that is possible. */
export function useShipping({ onProblem, onProgress }: Reporting) {
  const { ship, undoShipping, invalidateTotals } = useOrderChanges()
  const [undoTimes, setUndoTimes] = useState(readUndoTimes)

  useEffect(() => {
    storeUndoTimes(undoTimes)
    const leftMs = untilNextEnd(undoTimes)
    if (leftMs === undefined) return undefined
    const end = setTimeout(() => setUndoTimes(withoutPast), leftMs)
    return () => clearTimeout(end)
  }, [undoTimes])

  /** Each failure is reported on its own; returns the ids of the orders that failed. */
  async function shipAll(chosen: readonly Order[]): Promise<string[]> {
    onProblem(undefined)
    const untilAfter = undoTimesFromNow()
    let secondsLeft = Number.POSITIVE_INFINITY
    const { done, failed, reason } = await forEachOrder(chosen, {
      act: async (order) => {
        const { undoSeconds = 0 } = await ship(order)
        secondsLeft = Math.min(secondsLeft, undoSeconds)
      },
      onProgress: (count) => onProgress({ done: count, total: chosen.length }),
    })
    onProgress(undefined)
    void invalidateTotals()
    if (done.length > 0) announce(done, untilAfter(secondsLeft))
    if (failed.length > 0) {
      if (isProblem(reason, 'forbidden')) toast.error(messages.shipFailed)
      onProblem(`${notMarked(chosen, failed)} ${sentenceFor(reason)}`)
    }
    return failed.map(({ _id }) => _id)
  }

  function announce(done: readonly Order[], until: number) {
    if (isPast(until)) {
      toast.success(messages.shipped)
      return
    }
    const added = Object.fromEntries(done.map(({ _id }) => [_id, until]))
    setUndoTimes((before) => ({ ...before, ...added }))
    const onPress = () => undoAll(done)
    const object = done.length === 1 ? `Order ${codesOf(done)}` : countOf(done)
    toast.success(messages.shipped, {
      id: toastIdOf(done),
      label: 'Undo',
      object,
      countsDown: true,
      until,
      onPress,
    })
  }

  async function undoAll(shipped: readonly Order[]) {
    onProblem(undefined)
    toast.dismiss(toastIdOf(shipped))
    const { done, failed, reason } = await forEachOrder(shipped, { act: undoShipping })
    const ids = shipped.map(({ _id }) => _id)
    setUndoTimes((before) => withoutIds(before, ids))
    void invalidateTotals()
    if (done.length > 0) toast.success('Shipping undone')
    if (failed.length === 0) return
    toast.error('Shipping is not undone')
    onProblem(`${countOf(failed)} could not be undone: ${codesOf(failed)}. ${sentenceFor(reason)}`)
  }

  return { shipAll, undoAll, undoable: new Set(Object.keys(undoTimes)) }
}

const toastIdOf = (orders: readonly Order[]) =>
  `shipped ${orders
    .map(({ _id }) => _id)
    .toSorted()
    .join(' ')}`

function notMarked(chosen: readonly Order[], failed: readonly Order[]): string {
  const [order, ...more] = chosen
  return order && more.length === 0
    ? `Order ${shortId(order._id)} is not marked as shipped.`
    : `${failed.length} of ${chosen.length} are not marked as shipped: ${codesOf(failed)}.`
}

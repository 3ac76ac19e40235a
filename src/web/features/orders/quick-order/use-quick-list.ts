import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { quickOrder } from '#contract/quick-order.ts'
import { shop } from '#contract/shop.ts'
import { listLine, readQuickDraft, updateQuickDraft } from '#web/domain/orders/quick-draft.ts'
import { call, read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import {
  type EditedRow,
  listOf,
  renumbered,
  withIds,
  withoutTwins,
  withPart,
  withQuantity,
} from './edit-rows.ts'
import { problemSentence } from './quick-list.ts'

/** The list of a quick order and its checked rows, which are corrected in a table: the list follows them. */
export function useQuickList() {
  const client = useQueryClient()
  const { data: settings } = useQuery(read(shop.config, {}))
  // Until the settings are loaded, the server rejects a total without the shipping cost.
  const shippingCost = settings?.shippingCost ?? 0
  const [list, setList] = useState(() => readQuickDraft()['list'] ?? '')
  const [problem, setProblem] = useState<string>()
  const [rows, setRows] = useState<readonly EditedRow[]>()
  /** The rows of the last change, for changes after a response. */
  const latest = useRef<readonly EditedRow[]>([])

  function store(nextList: string, nextRows: readonly EditedRow[] | undefined) {
    latest.current = nextRows ?? []
    setList(nextList)
    setRows(nextRows)
    setProblem(undefined)
    updateQuickDraft({ list: nextList, isUnchecked: '' })
  }

  function edit(change: (rows: readonly EditedRow[]) => readonly EditedRow[]) {
    const edited = renumbered(change(latest.current))
    store(listOf(edited), edited.length > 0 ? edited : undefined)
  }

  async function check() {
    const trimmed = list.trim()
    store(trimmed, undefined)
    try {
      const [checked] = await Promise.all([
        call(quickOrder.check, { body: { list: trimmed } }),
        client.ensureQueryData(read(shop.config, {})),
      ])
      store(trimmed, withIds(checked))
    } catch (error) {
      setProblem(listProblem(error))
    }
  }

  /** Replaces the part of a row; returns the reason if the shop has no such part. */
  async function replacePart(id: string, part: string): Promise<string | undefined> {
    const line = listLine({ part, quantity: 1 })
    try {
      const [found] = await call(quickOrder.check, { body: { list: line } })
      if (!found?.product) return found && (problemSentence(found) ?? undefined)
      edit((all) =>
        withoutTwins(
          all.map((row) => (row._id === id ? withPart(row, found, shippingCost) : row)),
          shippingCost,
        ),
      )
      return undefined
    } catch (error) {
      return listProblem(error)
    }
  }

  return {
    list,
    rows,
    problem,
    setProblem,
    shippingCost,
    store,
    check,
    replacePart,
    change: (next: string) => store(next, undefined),
    setQuantity: (id: string, typed: string) =>
      edit((all) =>
        all.map((row) => (row._id === id ? withQuantity(row, typed, shippingCost) : row)),
      ),
    addUpTwins: () => edit((all) => withoutTwins(all, shippingCost)),
    remove: (id: string) => edit((all) => all.filter((row) => row._id !== id)),
  }
}

const listProblem = (error: unknown) =>
  isProblem(error, 'invalid') ? error.problem.errors?.[0]?.message : sentenceFor(error)

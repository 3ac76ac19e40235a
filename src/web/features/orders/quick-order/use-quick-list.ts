import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { quickOrder } from '#contract/quick-order.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import { shop } from '#contract/shop.ts'
import { listLine, readQuickDraft, updateQuickDraft } from './quick-draft.ts'
import { useTaxes } from '#web/domain/orders/use-taxes.ts'
import { call, read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import {
  type CheckedPart,
  type EditedRow,
  listOf,
  renumbered,
  withChoice,
  withIds,
  withNews,
  withoutTwins,
  withPart,
  withPrices,
  withQuantity,
} from './edit-rows.ts'
import { listWithout, problemSentence, rowsWithout } from './quick-list.ts'

/** The list of a quick order and its checked rows, which are corrected in a table: the list follows them. */
export function useQuickList() {
  const client = useQueryClient()
  const { data: settings } = useQuery(read(shop.config, {}))
  // Until the settings are loaded, the server rejects a total without the shipping cost.
  const taxes = useTaxes()
  const charges = { shippingCost: settings?.shippingCost ?? 0, taxes }
  const [list, setList] = useState(() => readQuickDraft()['list'] ?? '')
  const [isRestored, setIsRestored] = useState(list !== '')
  const [problem, setProblem] = useState<string>()
  const [rows, setRows] = useState<readonly EditedRow[]>()
  /** List and rows after the last change, for changes after a response. */
  const latest = useRef<{ list: string; rows: readonly EditedRow[] }>({ list, rows: [] })

  function store(nextList: string, nextRows: readonly EditedRow[] = []) {
    latest.current = { list: nextList, rows: nextRows }
    setList(nextList)
    setRows(nextRows.length > 0 ? nextRows : undefined)
    setProblem(undefined)
    updateQuickDraft({ list: nextList })
  }

  function edit(change: (rows: readonly EditedRow[]) => readonly EditedRow[]) {
    const edited = renumbered(change(latest.current.rows))
    store(listOf(edited), edited)
  }

  function addUpTwins() {
    const { rows: all } = latest.current
    const merged = withoutTwins(all, charges)
    if (merged.length < all.length) edit(() => merged)
  }

  /** Whether the shop has answered, if only that the list cannot be read. */
  async function check(): Promise<boolean> {
    const { list: sent } = latest.current
    store(sent)
    try {
      const [checked] = await Promise.all([
        call(quickOrder.check, { body: { list: sent.trimEnd() } }),
        client.ensureQueryData(read(shop.config, {})),
      ])
      if (latest.current.list === sent) store(sent, withIds(checked))
      else setProblem('The list has changed in the meantime. Check it again.')
      return true
    } catch (error) {
      setProblem(listProblem(error))
      return isProblem(error, 'invalid')
    }
  }

  /** Replaces the part of a row; returns the reason if the shop has no such part. */
  async function replacePart(id: string, part: string): Promise<string | undefined> {
    const line = listLine({ part, quantity: 1 })
    try {
      const [found] = await call(quickOrder.check, { body: { list: line } })
      if (!found?.product) return found && (problemSentence(found) ?? undefined)
      edit((all) => all.map((row) => (row._id === id ? withPart(row, found, charges) : row)))
      addUpTwins()
      return undefined
    } catch (error) {
      return listProblem(error)
    }
  }

  /** Takes one of the parts that the number of a row may mean. */
  function choosePart(id: string, part: CheckedPart) {
    edit((all) => all.map((row) => (row._id === id ? withChoice(row, part, charges) : row)))
    addUpTwins()
  }

  /** Shows current prices after an order was refused because of older ones. */
  async function learnPrices() {
    try {
      const { list: same, rows: before } = latest.current
      const checked = await call(quickOrder.check, { body: { list: listOf(before) } })
      store(same, withPrices(before, checked, charges))
    } catch (error) {
      setProblem(listProblem(error))
    }
  }

  /** Shows what a refused order has named. Returns the rows that the shop is short of. */
  function learn(lines: Problem['lines']): readonly EditedRow[] {
    const { list: same, rows: before } = latest.current
    const after = withNews(before, lines, charges)
    store(same, after)
    return after.filter((row, index) => row.problem !== null && row !== before[index])
  }

  /** Placed rows leave the list; its other lines stay as they are. */
  function removePlaced(placed: readonly EditedRow[]) {
    const ids = new Set(placed.map(({ _id }) => _id))
    const { list: before, rows: all } = latest.current
    const removed = all.filter(({ _id }) => ids.has(_id))
    const lines = removed.flatMap((row) => row.lines)
    store(listWithout(before, lines), rowsWithout(all, removed))
  }

  function discard() {
    setIsRestored(false)
    store('')
  }

  return {
    /** The list typed before a reload or a sign-in. */
    draft: { isRestored: isRestored && list !== '', overtaken: [], discard },
    list,
    rows,
    problem,
    setProblem,
    /** The rows of the last change, after a response too. */
    latestRows: () => latest.current.rows,
    charges,
    check,
    learn,
    learnPrices,
    removePlaced,
    addUpTwins,
    replacePart,
    choosePart,
    change: (next: string) => store(next),
    setQuantity: (id: string, typed: string) =>
      edit((all) => all.map((row) => (row._id === id ? withQuantity(row, typed, charges) : row))),
    remove: (id: string) => edit((all) => all.filter((row) => row._id !== id)),
  }
}

const listProblem = (error: unknown) =>
  isProblem(error, 'invalid') ? error.problem.errors?.[0]?.message : sentenceFor(error)

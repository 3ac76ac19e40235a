import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orders, reservationProblems } from '#contract/orders.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { quickOrder, type QuickRow } from '#contract/quick-order.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { newIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { type ApiError, isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { isOrderable, listWithout, type Orderable, rowsWithout } from './quick-list.ts'

export interface PlacedRow {
  order: string
  name: string
  quantity: number
  total: number
}

export type QuickOrder = ReturnType<typeof useQuickOrder>

const draftName = 'quick order'

/** State of a quick order: the list, its checked rows, errors and placed orders. */
export function useQuickOrder() {
  const client = useQueryClient()
  const [list, setList] = useState(() => readDraft(draftName)['list'] ?? '')
  const [problem, setProblem] = useState<string>()
  const [rows, setRows] = useState<readonly QuickRow[]>()
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  /** The last refusal of a reservation that the account can do something about. */
  const [limited, setLimited] = useState<ApiError>()
  const [placed, setPlaced] = useState<readonly PlacedRow[]>([])
  const [done, setDone] = useState<{ of: number; rows: number }>()

  function change(next: string) {
    setList(next)
    setProblem(undefined)
    setRows(undefined)
    setRefusals(new Map())
    setLimited(undefined)
    updateDraft({ list: next })
  }

  async function check() {
    const trimmed = list.trim()
    change(trimmed)
    try {
      setRows(await call(quickOrder.check, { body: { list: trimmed } }))
    } catch (error) {
      setProblem(listProblem(error))
    }
  }

  /**
   * Places one order for each row, sequentially; failed rows keep their error and stay in the list.
   */
  async function place() {
    const orderable = (rows ?? []).filter(isOrderable)
    const refused = new Map<string, string>()
    setLimited(undefined)
    const newlyPlaced: (PlacedRow & { row: Orderable })[] = []
    for (const [index, row] of orderable.entries()) {
      setDone({ rows: index, of: orderable.length })
      const { product, quantity, total } = row
      try {
        const order = await placeRow(row)
        newlyPlaced.push({ order, name: product.name, quantity, total, row })
      } catch (error) {
        refused.set(product._id, refusalSentence(error, row))
        if (isProblem(error, ...reservationProblems)) setLimited(error)
        if (stopsOrdering(error)) break
      }
    }
    setDone(undefined)
    setRefusals(refused)
    setPlaced([...placed, ...newlyPlaced])
    const placedRows = newlyPlaced.map(({ row }) => row)
    setRows(rowsWithout(rows ?? [], placedRows))
    const rest = listWithout(
      list,
      placedRows.flatMap(({ lines }) => lines),
    )
    setList(rest)
    updateDraft({ list: rest })
    await Promise.all(
      [...ownOrderReads, products.one, products.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
  }

  return { list, change, problem, setProblem, rows, refusals, limited, placed, done, check, place }
}

const listProblem = (error: unknown) =>
  isProblem(error, 'invalid') ? error.problem.errors?.[0]?.message : sentenceFor(error)

/**
 * Each row keeps its idempotency key, also over a reload, until it is known to be placed: a retry
 * after a lost response places one order.
 */
async function placeRow({ product, quantity, total }: Orderable): Promise<string> {
  const attempt = `${product._id} ${quantity}`
  const idempotencyKey = readDraft(draftName)[attempt] ?? newIdempotencyKey()
  updateDraft({ [attempt]: idempotencyKey })
  try {
    const { insertedId } = await call(
      orders.place,
      { body: { product: product._id, name: product.name, quantity, price: total } },
      { idempotencyKey },
    )
    updateDraft({ [attempt]: '' })
    return insertedId
  } catch (error) {
    if (isProblem(error, 'key-reused')) updateDraft({ [attempt]: '' })
    throw error
  }
}

function updateDraft(change: Record<string, string>) {
  const draft = Object.entries({ ...readDraft(draftName), ...change })
  writeDraft(draftName, Object.fromEntries(draft.filter(([, text]) => text !== '')))
}

/** Errors that would fail all following rows too. */
const stopsOrdering = (error: unknown) =>
  error instanceof NetworkError ||
  isProblem(
    error,
    'too-many',
    'too-many-unpaid',
    'too-many-products',
    'unavailable',
    'unauthenticated',
  )

function refusalSentence(error: unknown, { quantity }: Orderable): string {
  if (isProblem(error, 'insufficient-stock')) {
    return `Someone else was faster: only ${error.problem.available ?? 0} in stock`
  }
  if (isProblem(error, 'price-changed')) {
    return `The price has changed: ${quantity} units now cost ${dollars(error.problem.currentTotal ?? 0)}. Check the list again to accept it`
  }
  if (isProblem(error, 'key-reused')) {
    return 'An earlier attempt went through: the order is in My Order at its earlier price'
  }
  if (isProblem(error, 'not-found')) return 'This part is no longer sold'
  if (error instanceof NetworkError) {
    return `${error.message} Trying again won’t order twice.`
  }
  return sentenceFor(error)
}

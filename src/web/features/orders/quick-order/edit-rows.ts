import type { Charges } from '#contract/taxes/tax-lines.ts'
import type { Problem } from '#contract/shared/problem-document.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import {
  addedUp,
  isAmbiguous,
  type QuickRow,
  typedQuantity,
  withProblem,
} from '#contract/quick-order.ts'
import { inWholePacks, smallestOrder } from '#contract/shared/quantity.ts'
import { listLine } from './quick-draft.ts'

/** A checked row that can be corrected in the table. */
export interface EditedRow extends QuickRow {
  /** Stays the same while the row is changed. */
  _id: string
  /** The unit price the buyer saw before the shop named another one. */
  priceBefore?: number
}

export type CheckedPart = NonNullable<QuickRow['product']>

type Rows = readonly EditedRow[]

export const withIds = (rows: readonly QuickRow[]): EditedRow[] =>
  rows.map((row) => ({ ...row, _id: row.lines.join(' ') }))

/** The list of a table, a line for each row. */
export const listOf = (rows: readonly QuickRow[]) => rows.map(listLine).join('\n')

/** Rows with the line numbers of that list. */
export const renumbered = (rows: Rows): EditedRow[] =>
  rows.map((row, index) => ({ ...row, lines: [index + 1] }))

export const withQuantity = (row: EditedRow, typed: string, charges: Charges) =>
  withProblem({ ...row, quantity: typedQuantity(typed) }, charges)

/** The row with another part, as the shop has checked it. */
export function withPart(
  row: EditedRow,
  { part, product, via, others, minimum }: QuickRow,
  charges: Charges,
): EditedRow {
  const { priceBefore: _, via: __, alsoVia: ___, others: ____, ...rest } = row
  const found = { part, product, minimum, ...(via && { via }), ...(others && { others }) }
  return withProblem({ ...rest, ...found }, charges)
}

/** The row with one of the parts that its number may mean. */
export function withChoice(row: EditedRow, product: CheckedPart, charges: Charges): EditedRow {
  const { others: _, ...rest } = row
  const part = product.partNumber ?? product.name
  return withProblem({ ...rest, part, product, minimum: smallestOrder(product) }, charges)
}

/** Adds up rows of the same part into the first of them. */
export function withoutTwins(rows: Rows, charges: Charges): EditedRow[] {
  const merged = new Map<string, EditedRow>()
  for (const row of rows) {
    const { product, quantity, _id } = row
    const isClear = product && !isAmbiguous(row) && typeof quantity === 'number'
    const key = isClear ? product._id : `row ${_id}`
    const twin = merged.get(key)
    merged.set(key, twin ? withProblem(addedUp(twin, row), charges) : row)
  }
  return [...merged.values()]
}

/** The nearest quantity that can be ordered of a row that cannot; undefined if there is none. */
export function nearestQuantity({ product, quantity, minimum, problem }: QuickRow) {
  if (!product || problem === null || problem === 'several') return undefined
  const most = inWholePacks(product.quantity, product)
  if (most < minimum) return undefined
  const { packSize = 1 } = product
  const wanted = typeof quantity === 'number' ? Math.ceil(quantity / packSize) * packSize : minimum
  const nearest = Math.min(Math.max(wanted, minimum), most)
  return nearest === quantity ? undefined : nearest
}

/**
 * The rows with the prices of checked ones, and the price that the buyer saw before where the one of the quantity is
 * another. The stock stays as it was seen, so that the same rows are placed again.
 */
export function withPrices(
  rows: Rows,
  checked: readonly QuickRow[],
  charges: Charges,
): EditedRow[] {
  const news = new Map(checked.map(({ product }) => [product?._id, product]))
  return rows.map((row) => {
    const found = row.product && news.get(row.product._id)
    if (!found) return row
    const product = { ...found, quantity: row.product?.quantity ?? 0 }
    const repriced = { ...row, product, minimum: smallestOrder(product) }
    const before = unitPriceOf(row)
    const isNew = before !== undefined && before !== unitPriceOf(repriced)
    return withProblem({ ...repriced, ...(isNew && { priceBefore: before }) }, charges)
  })
}

/** The price of a unit in the quantity of a row. */
const unitPriceOf = ({ product, quantity }: QuickRow) =>
  product ? unitPrice(product, Number(quantity) || 0) : undefined

/** The rows with the stock that the refusal of an order names. */
export function withNews(rows: Rows, lines: Problem['lines'] = [], charges: Charges): EditedRow[] {
  const news = new Map(lines.map((line) => [line.product, line]))
  return rows.map((row) => {
    const { product: before } = row
    const named = before && news.get(before._id)
    if (!before || !named) return row
    const product = {
      ...before,
      quantity: named.available ?? before.quantity,
    }
    return withProblem({ ...row, product }, charges)
  })
}

import type { Pool } from 'pg'
import { totalMax } from '#contract/orders.ts'
import type { ListedProduct } from '#contract/products.ts'
import { smallestOrder } from '#contract/shared/quantity.ts'
import { quickRowsMax } from '#contract/quick-order.ts'
import type { QuickProblem, QuickRow } from '#contract/quick-order.ts'
import { orderSums } from '#contract/shared/shipping.ts'
import { AppError } from '../../errors/errors.ts'
import { findNamedProducts } from '../products/queries.ts'
import { readList } from './quick-list.ts'
import type { ListedPart } from './quick-list.ts'

/** One row for each part of a list, with the problem if it cannot be ordered. */
export async function checkList(
  pool: Pool,
  list: string,
  shippingCost: number,
): Promise<QuickRow[]> {
  const listed = readList(list)
  if (listed.length === 0) throw invalidList('The list has no part in it')
  if (listed.length > quickRowsMax) {
    throw invalidList(`A list has ${quickRowsMax} parts at most, and this one has ${listed.length}`)
  }
  const found = await findNamedProducts(
    pool,
    listed.map(({ part }) => part),
  )
  const rows = new Map<string, QuickRow>()
  for (const item of listed) {
    const row = rowOf(item, found.get(item.part))
    const { product, quantity } = row
    // Lines with the same part are one order; an unreadable line stays a row of its own.
    const key = product && typeof quantity === 'number' ? product._id : `line ${item.line}`
    const same = rows.get(key)
    rows.set(key, same ? mergeRows(same, row) : row)
  }
  return [...rows.values()].map((row) => withProblem(row, shippingCost))
}

const invalidList = (message: string) =>
  new AppError('invalid', { errors: [{ field: 'list', message }] })

const partMax = 200

function rowOf({ line, part, quantity }: ListedPart, product: ListedProduct | undefined): QuickRow {
  const digits = withoutGrouping(quantity)
  return {
    lines: [line],
    part: part.slice(0, partMax),
    // At most nine digits, more than any stock has.
    quantity: /^\d{1,9}$/.test(digits) ? Number(digits) : quantity.slice(0, partMax),
    product: product ?? null,
    minimum: smallestOrder(product ?? {}),
    shipping: null,
    total: null,
    problem: null,
  }
}

/** Removes the blanks and commas that group thousands. */
function withoutGrouping(typed: string): string {
  const digits = typed.replaceAll(/\s/g, '')
  return /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits
}

const mergeRows = (one: QuickRow, other: QuickRow): QuickRow => ({
  ...one,
  lines: [...one.lines, ...other.lines],
  quantity: Number(one.quantity) + Number(other.quantity),
})

function withProblem(row: QuickRow, shippingCost: number): QuickRow {
  const { product, quantity } = row
  if (!product || typeof quantity === 'string') return { ...row, problem: problemOf(row, null) }
  const { shipping, total } = orderSums(product.price, quantity, shippingCost)
  return { ...row, shipping, total, problem: problemOf(row, total) }
}

function problemOf(
  { part, product, quantity, minimum }: QuickRow,
  total: number | null,
): QuickProblem | null {
  if (part === '') return 'no-part'
  if (!product) return 'not-found'
  if (quantity === '') return 'no-quantity'
  if (typeof quantity === 'string') return 'not-a-quantity'
  if (quantity < minimum) return 'too-few'
  if (quantity % (product.packSize ?? 1) !== 0) return 'not-in-packs'
  if (quantity > product.quantity) return 'too-many'
  if ((total ?? 0) > totalMax) return 'too-much'
  return null
}

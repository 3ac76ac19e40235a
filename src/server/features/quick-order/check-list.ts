import type { Pool } from 'pg'
import type { LookedUp } from '#contract/products.ts'
import { smallestOrder } from '#contract/shared/quantity.ts'
import {
  addedUp,
  isAmbiguous,
  quickRowsMax,
  typedQuantity,
  withProblem,
} from '#contract/quick-order.ts'
import type { QuickRow } from '#contract/quick-order.ts'
import type { Charges } from '#contract/taxes/tax-lines.ts'
import { AppError } from '../../errors/errors.ts'
import type { User } from '../../http/access.ts'
import { loadAccountList, pricedFor } from '../prices/account-list.ts'
import { findNamedProducts } from '../products/queries.ts'
import { readList } from './quick-list.ts'
import type { ListedPart } from './quick-list.ts'

/** One row for each part of a list, with the problem if it cannot be ordered. */
export async function checkList(
  pool: Pool,
  list: string,
  { user, charges }: { user: Pick<User, 'priceList'>; charges: Charges },
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
  const priced = await pricesOf(pool, user, [...found.values()])
  const rows = new Map<string, QuickRow>()
  for (const item of listed) {
    const row = rowOf(item, priced(found.get(item.part)))
    const { product, quantity } = row
    // Lines with the same part are one order; a line to correct stays a row of its own.
    const isClear = product && !isAmbiguous(row) && typeof quantity === 'number'
    const key = isClear ? product._id : `line ${item.line}`
    const same = rows.get(key)
    rows.set(key, same ? addedUp(same, row) : row)
  }
  return [...rows.values()].map((row) => withProblem(row, charges))
}

const invalidList = (message: string) =>
  new AppError('invalid', { errors: [{ field: 'list', message }] })

const partMax = 200

type Found = Omit<LookedUp, 'partNumber'>

function rowOf({ line, part, quantity }: ListedPart, found: Found = { product: null }): QuickRow {
  return {
    lines: [line],
    part: part.slice(0, partMax),
    quantity: typedQuantity(quantity.slice(0, partMax)),
    ...found,
    minimum: smallestOrder(found.product ?? {}),
    shipping: null,
    total: null,
    problem: null,
  }
}

/** How the caller's prices get into what was found. */
async function pricesOf(pool: Pool, { priceList }: Pick<User, 'priceList'>, all: readonly Found[]) {
  const products = all.flatMap(({ product, others = [] }) => (product ? [product, ...others] : []))
  const ids = products.map(({ _id }) => _id)
  const list = await loadAccountList(pool, priceList, ids)
  return (found: Found | undefined): Found | undefined =>
    found?.product
      ? {
          ...found,
          product: pricedFor(found.product, list),
          ...(found.others && { others: found.others.map((other) => pricedFor(other, list)) }),
        }
      : found
}

import type { Pool } from 'pg'
import type { LookedUp } from '#contract/products/products.ts'
import { othersMax } from '#contract/numbers/via.ts'
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
import { either } from './quantities.ts'
import { readList } from './quick-list.ts'
import type { ListedPart } from './quick-list.ts'
import type { Reading } from './reading.ts'

/** One row for each part of a list, with the problem if it cannot be ordered. */
export async function checkList(
  pool: Pool,
  list: string,
  { user, charges }: { user: Pick<User, 'priceList'>; charges: Charges },
): Promise<QuickRow[]> {
  const listed = readList(list)
  if (listed.length === 0) throw invalidList('The list has no parts')
  if (listed.length > quickRowsMax) {
    throw invalidList(
      `A list can have at most ${quickRowsMax} parts; this one has ${listed.length}`,
    )
  }
  const found = await findNamedProducts(
    pool,
    listed.flatMap(({ part, others }) => [part, ...others.map((other) => other.part)]),
  )
  const priced = await pricesOf(pool, user, [...found.values()])
  const rows = new Map<string, QuickRow>()
  for (const item of listed) {
    const reading = settled(item, found)
    const row = rowOf(item.line, reading, priced(reading.found))
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

type Settled = Reading & { found?: Found }
type Part = NonNullable<Found['product']>

/** A reading with all parts that it finds. */
type Hit = Reading & Pick<Found, 'via'> & { parts: readonly [Part, ...Part[]] }

/**
 * The one part that all readings have in common which find something, or the likeliest reading. If they have several parts
 * or none in common, the row asks for the part, and if they do not agree on the quantity, for that.
 */
function settled(item: ListedPart, findings: ReadonlyMap<string, Found>): Settled {
  const readings = [item, ...item.others]
  const hits = readings.flatMap((reading) => hitOf(reading, findings) ?? [])
  const [hit] = hits
  if (!hit) return item
  const common = inCommon(hits)
  const isAgreed = hits.every(({ quantity }) => quantity === hit.quantity)
  // The number that means no other part finds the same one again when the corrected list is checked.
  const [carrier] = hits
    .filter(({ parts: [first] }) => first._id === common[0]?._id)
    .toSorted((one, other) => one.parts.length - other.parts.length)
  if (isAgreed && carrier) return { ...carrier, found: foundOf(common, carrier) }
  const all = hits.flatMap(({ parts }) => parts)
  const asked = common.length > 0 ? common : uniqueById(all)
  const whole = readings.find(({ quantity }) => quantity === '') ?? item
  return isAgreed
    ? // No text of the line alone, which would mean one of the parts in the corrected list.
      { part: namesOf(hits), quantity: hit.quantity, found: foundOf(asked) }
    : { part: whole.part, quantity: '', found: foundOf(asked) }
}

function hitOf(reading: Reading, findings: ReadonlyMap<string, Found>): Hit | undefined {
  const { product, via, others = [] } = findings.get(reading.part) ?? { product: null }
  const isFound = (part: string) => Boolean(findings.get(part)?.product)
  if (!product || reading.beside?.some(isFound) === false) return undefined
  if (reading.unless !== undefined && isFound(reading.unless)) return undefined
  return { ...reading, ...(via && { via }), parts: [product, ...others] }
}

/** The parts that every reading finds. Of a number with the most parts that answers name, the rest is unknown. */
function inCommon(hits: readonly Hit[]): Part[] {
  const [first, ...others] = hits
  if (!first || (others.length > 0 && hits.some(({ parts }) => parts.length > othersMax))) return []
  return first.parts.filter(({ _id }) =>
    others.every(({ parts }) => parts.some((part) => part._id === _id)),
  )
}

const uniqueById = (parts: readonly Part[]) => [
  ...new Map(parts.map((part) => [part._id, part])).values(),
]

const namesOf = (hits: readonly Hit[]) => either(hits.map(({ part }) => part))

const foundOf = ([product, ...others]: readonly Part[], hit?: Hit): Found => ({
  product: product ?? null,
  ...(hit?.via && { via: hit.via }),
  ...(others.length > 0 && { others }),
})

function rowOf(
  line: number,
  { part, quantity }: Reading,
  found: Found = { product: null },
): QuickRow {
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

import type { Pool } from 'pg'
import { toCents } from '#contract/shared/fields.ts'
import type { NewOrder, NewOrderOfLines } from '#contract/orders.ts'
import type { User } from '../../http/access.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import type { Database } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { storedAnswer } from '../../http/idempotency.ts'
import type { IdempotencyKey } from '../../http/idempotency.ts'
import { fitsOfLines } from '../fitments/fits-of-lines.ts'
import { numbersOfLines } from '../numbers/numbers-of-lines.ts'
import { findProductIdByName } from '../products/queries.ts'
import { findDestination } from '../taxes/destination.ts'
import { refusal } from './order-refusal.ts'
import { findRepeated } from './place/find-repeated.ts'
import { asOneLine, insertOrder } from './place/insert-order.ts'
import type { LineValues, Placed, PlacedFor } from './place/insert-order.ts'
import { insertWithOthers } from './place/place-together.ts'
import { limitNumbers } from './reservation-limits.ts'
import type { ReservationLimits } from './reservation-limits.ts'

interface PlaceOrder {
  user: User
  order: NewOrderOfLines
  limits: ReservationLimits
  /** Shipping cost of an order that does not ship free of charge, in dollars. */
  shippingCost: number
  /** Undefined in a shop without taxes. */
  taxes?: TaxConfig | undefined
  idempotencyKey: IdempotencyKey | undefined
}

/** An order of one product as an order of one line. The product is found by its name if its id is missing. */
export async function asOrderOfLines(
  { db }: Database,
  { product, name, quantity, vehicle, engine, number, ...order }: NewOrder,
): Promise<NewOrderOfLines> {
  const id = product ?? (await findProductIdByName(db, name))
  return { lines: [{ product: id ?? missing, quantity, vehicle, engine, number }], ...order }
}

/** No product has this id. */
const missing = '00000000-0000-0000-0000-000000000000'

/**
 * Places an order or throws the reason. `replayed` if the answer is that of an earlier request. Whether the parts fit the
 * cars and have the numbers is found out here, and no reason to refuse.
 */
export async function placeOrder(
  database: Database,
  { user, order, limits, shippingCost, taxes, idempotencyKey }: PlaceOrder,
): Promise<Placed & { replayed: boolean }> {
  const lines = order.lines.map((line) => ({ ...line, product: line.product.toLowerCase() }))
  const [fits, numbers] = await Promise.all([
    fitsOfLines(database.pool, lines),
    numbersOfLines(database.pool, lines),
  ])
  const values: LineValues = [
    user.id,
    user.email,
    lines.map(({ product }) => product),
    lines.map(({ quantity }) => quantity),
    toCents(order.price),
    limitNumbers(limits),
    idempotencyKey?.key ?? null,
    idempotencyKey?.hash ?? null,
    toCents(shippingCost),
    order.reference ?? null,
    fits.map((fit) => fit?.name ?? null),
    fits.map((fit) => fit?.verdict ?? null),
    numbers,
  ]
  const destination = taxes && (await findDestination(database.pool, taxes, user.id))
  const placedFor = { isOnList: user.priceList !== null, destination }
  const placed = idempotencyKey
    ? await placeUnderKey(database, values, { ...placedFor, keyed: idempotencyKey })
    : await placeUnlessRepeated(database.pool, values, placedFor)
  if (placed) return placed
  const charges = { shippingCost, taxes: destination?.taxation }
  throw await refusal(database.pool, {
    userId: user.id,
    lines,
    price: order.price,
    limits,
    charges,
  })
}

async function placeUnderKey(
  { pool, db }: Database,
  values: LineValues,
  { keyed, ...placedFor }: PlacedFor & { keyed: IdempotencyKey },
) {
  try {
    // Those that are placed together have public prices and no taxes.
    const { isOnList, destination } = placedFor
    const ofOne = isOnList || destination ? undefined : asOneLine(values)
    const [placed] = ofOne
      ? await insertWithOthers(pool, ofOne)
      : await insertOrder(pool, values, placedFor)
    if (placed) return { ...placed, replayed: false }
  } catch (error) {
    if (!isUniqueViolation(error, 'idempotency_keys_pkey')) throw error
  }
  // A repetition gets its first answer, even if a product can no longer be ordered.
  const earlier = await storedAnswer<Placed>(db, values[0], keyed)
  return earlier && { ...earlier, replayed: true }
}

/**
 * Without an idempotency key, the same order within five seconds counts as a repetition: a double click, or a client that did not
 * wait. An advisory lock serializes them, so that each sees the orders before it.
 */
async function placeUnlessRepeated(pool: Pool, values: LineValues, placedFor: PlacedFor) {
  const [userId, , products, quantities, totalCents] = values
  const [reference, vehicles] = [values[9], values[10]]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      [userId, ...products, ...quantities, totalCents, ...vehicles, reference].join(),
    ])
    const [earlier] = await findRepeated(client, values, placedFor.destination)
    const [placed] = earlier ? [earlier] : await insertOrder(client, values, placedFor)
    await client.query('commit')
    client.release()
    return placed && { ...placed, replayed: earlier !== undefined }
  } catch (error) {
    client.release(true)
    throw error
  }
}

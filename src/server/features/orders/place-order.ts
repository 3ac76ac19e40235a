import type { Pool } from 'pg'
import { toCents } from '#contract/shared/fields.ts'
import type { ShownCart } from '#contract/cart/cart.ts'
import type { NewOrder, NewOrderOfLines } from '#contract/orders/orders.ts'
import type { NewOrderFromCart } from '#contract/quick-order.ts'
import type { User } from '../../http/access.ts'
import type { TaxConfig } from '../../config/tax-settings.ts'
import type { Database } from '../../db/index.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { storedAnswer } from '../../http/idempotency.ts'
import type { IdempotencyKey } from '../../http/idempotency.ts'
import { fitsOfLines } from '../fitments/fits-of-lines.ts'
import { numbersOfLines } from '../numbers/numbers-of-lines.ts'
import { findProductIdByName } from '../products/queries.ts'
import { findDestination } from '../taxes/destination.ts'
import { refusal } from './order-refusal.ts'
import { findRepeated } from './place/find-repeated.ts'
import { insertOrder } from './place/insert-order.ts'
import type { Placed, PlacedFor } from './place/insert-order.ts'
import { asOneLine } from './place/order-values.ts'
import type { LineValues } from './place/order-values.ts'
import { placeUnlessOrdered } from './place/place-unless-ordered.ts'
import { insertWithOthers } from './place/place-together.ts'
import type { KnownOrders } from './place/refuse-same-list.ts'
import { limitNumbers } from './reservation-limits.ts'
import type { ReservationLimits } from './reservation-limits.ts'

interface PlaceOrder {
  user: User
  order: NewOrderFromCart
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
  const values: LineValues = {
    userId: user.id,
    email: user.email,
    products: lines.map(({ product }) => product),
    quantities: lines.map(({ quantity }) => quantity),
    totalCents: toCents(order.price),
    limits: limitNumbers(limits),
    key: idempotencyKey?.key ?? null,
    hash: idempotencyKey?.hash ?? null,
    shippingCents: toCents(shippingCost),
    reference: order.reference ?? null,
    vehicles: fits.map((fit) => fit?.name ?? null),
    verdicts: fits.map((fit) => fit?.verdict ?? null),
    orderedAs: numbers,
  }
  const destination = taxes && (await findDestination(database.pool, taxes, user.id))
  const charges = { shippingCost, taxes: destination?.taxation }
  const list = [...values.products, ...(order.list ?? []).map((product) => product.toLowerCase())]
  const earlier = order.again && { again: order.again, list: [...new Set(list)] }
  const placing = { values, cart: order.cart, earlier, keyed: idempotencyKey }
  for (let tries = 1; tries <= maxTries; tries += 1) {
    // A reason that has gone may be the list that the account was not on when the request began.
    const isOnList = user.priceList !== null || tries > 1
    const placed = await place(database, { ...placing, placedFor: { isOnList, destination } })
    if (placed) return placed
    const reason = await refusal(database.pool, {
      userId: user.id,
      lines,
      price: order.price,
      limits,
      charges,
    })
    if (reason) throw reason
  }
  throw new AppError('unavailable', {
    detail: 'These parts are being updated. Try again in a moment',
  })
}

const maxTries = 3

interface Placing {
  values: LineValues
  placedFor: PlacedFor
  cart: ShownCart | undefined
  earlier: KnownOrders | undefined
  keyed: IdempotencyKey | undefined
}

/** Undefined if the order is refused. */
function place(database: Database, { values, placedFor, cart, earlier, keyed }: Placing) {
  if (cart || earlier) return placeAsked(database, values, { ...placedFor, cart, earlier, keyed })
  if (keyed) return placeUnderKey(database, values, { ...placedFor, keyed })
  return placeUnlessRepeated(database.pool, values, placedFor)
}

async function placeAsked(
  { pool, db }: Database,
  values: LineValues,
  asked: Parameters<typeof placeUnlessOrdered>[2],
) {
  const placed = await placeUnlessOrdered(pool, values, asked)
  if (placed) return { ...placed, replayed: false }
  const { keyed } = asked
  const earlier = keyed && (await storedAnswer<Placed>(db, values.userId, keyed))
  return earlier && { ...earlier, replayed: true }
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
  const earlier = await storedAnswer<Placed>(db, values.userId, keyed)
  return earlier && { ...earlier, replayed: true }
}

/**
 * Without an idempotency key, the same order within five seconds counts as a repetition: a double click, or a client that did not
 * wait. An advisory lock serializes them, so that each sees the orders before it.
 */
async function placeUnlessRepeated(pool: Pool, values: LineValues, placedFor: PlacedFor) {
  const { userId, products, quantities, totalCents, vehicles, reference } = values
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

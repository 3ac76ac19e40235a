import type { Pool } from 'pg'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { NewOrder } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { messages, orderRuleProblem } from '#contract/orders.ts'
import { freeShippingAbove, orderSums } from '#contract/shared/shipping.ts'
import type { User } from '../../http/access.ts'
import type { Database } from '../../db/index.ts'
import { isUniqueViolation, prepared } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { storedAnswer } from '../../http/idempotency.ts'
import type { IdempotencyKey } from '../../http/idempotency.ts'
import { isSoldIn, minimumOrder, packSize } from '../products/order-rules.ts'
import { findProduct, findProductIdByName } from '../products/queries.ts'
import { recordFirstReservation, takeUnits } from '../stock/reservations.ts'
import { fitsInto, limitNumbers, reservationRefusal, selectRoom } from './reservation-limits.ts'
import type { LimitNumbers, ReservationLimits } from './reservation-limits.ts'

type Placed = { insertedId: string }

type Values = [
  userId: string,
  email: string,
  productId: string | undefined,
  quantity: number,
  totalCents: number,
  limits: LimitNumbers,
  key: string | null,
  hash: string | null,
  shippingCents: number,
]

/**
 * The whole order in one statement: the stock falls only if it is enough, the product is sold in this quantity, the
 * account may reserve the units, and the total, with its shipping, is the one the buyer agreed to; then the order, its history,
 * the stock movement and the idempotency key are written. The delivery address is that of the buyer's profile.
 */
export const insertOrder = prepared<Placed, Values>(
  'place-order',
  `with room as materialized (
     ${selectRoom('$1', '$3', '$6')}
   ), taken as (
     ${takeUnits('$3', '$4')} and archived_at is null
       and ${isSoldIn('$4')}
       and price_cents::bigint * $4
         + case when price_cents::bigint * $4 > ${toCents(freeShippingAbove)} then 0
           else $9::bigint end
         = $5::bigint
       and (select is_free from room)
       and ${fitsInto('room', '$4')}
     returning id, name, img, price_cents, part_number,
       ${minimumOrder} as minimum, ${packSize} as pack
   ), placed as (
     insert into orders (user_id, email, product_id, name, img,
                         unit_price_cents, quantity, total_cents, shipping_cents, part_number,
                         minimum_order, pack_size,
                         held_since, held_until, delivery_name, delivery_phone, delivery_address)
     select $1, $2, taken.id, taken.name, taken.img,
            price_cents, $4, $5, $5 - price_cents::bigint * $4, part_number,
            minimum, pack,
            coalesce(began_at, now()), reserved_until, person.name, person.phone, person.address
     from taken cross join room left join (
       select users.name, phone, address from profiles join users on users.id = user_id
       where user_id = $1
     ) as person on true
     returning id, product_id, quantity
   ), moved as (
     ${recordFirstReservation('placed')}
   ), recorded as (
     insert into order_events (order_id, kind, actor) select id, 'placed', $1::uuid::text from placed
   ), stored as (
     insert into idempotency_keys (user_id, key, request_hash, answer)
     select $1, $7::text, $8, jsonb_build_object('insertedId', id) from placed where $7 is not null
   )
   select id as "insertedId" from placed`,
)

interface PlaceOrder {
  user: User
  order: NewOrder
  limits: ReservationLimits
  /** Shipping cost of an order that does not ship free of charge, in dollars. */
  shippingCost: number
  idempotencyKey: IdempotencyKey | undefined
}

/** Places an order or throws the reason. `replayed` if the answer is that of an earlier request. */
export async function placeOrder(
  database: Database,
  { user, order, limits, shippingCost, idempotencyKey }: PlaceOrder,
): Promise<Placed & { replayed: boolean }> {
  const productId = order.product ?? (await findProductIdByName(database.db, order.name))
  const values: Values = [
    user.id,
    user.email,
    productId,
    order.quantity,
    toCents(order.price),
    limitNumbers(limits),
    idempotencyKey?.key ?? null,
    idempotencyKey?.hash ?? null,
    toCents(shippingCost),
  ]
  const placed = idempotencyKey
    ? await placeUnderKey(database, values, idempotencyKey)
    : await placeUnlessRepeated(database.pool, values)
  if (placed) return placed
  throw await refusal(database, { values, order, limits })
}

async function placeUnderKey({ pool, db }: Database, values: Values, keyed: IdempotencyKey) {
  try {
    const [placed] = await insertOrder(pool, values)
    if (placed) return { ...placed, replayed: false }
  } catch (error) {
    if (!isUniqueViolation(error, 'idempotency_keys_pkey')) throw error
  }
  // A repetition gets its first answer, even if the product can no longer be ordered.
  const earlier = await storedAnswer<Placed>(db, values[0], keyed)
  return earlier && { ...earlier, replayed: true }
}

const findRepeated = prepared<Placed, [string, string | undefined, number, number]>(
  'find-repeated-order',
  `select id as "insertedId" from orders
   where user_id = $1 and product_id = $2 and quantity = $3 and total_cents = $4
     and status = 'unpaid' and deleted_at is null and created_at > now() - interval '5 seconds'
   order by id desc limit 1`,
)

/**
 * Without an idempotency key, the same order within five seconds counts as a repetition: a double click, or
 * a client that did not wait. An advisory lock serializes them, so that each sees the orders before it.
 */
async function placeUnlessRepeated(pool: Pool, values: Values) {
  const [userId, , productId, quantity, totalCents] = values
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      [userId, productId, quantity].join(),
    ])
    const [earlier] = await findRepeated(client, [userId, productId, quantity, totalCents])
    const [placed] = earlier ? [earlier] : await insertOrder(client, values)
    await client.query('commit')
    client.release()
    return placed && { ...placed, replayed: earlier !== undefined }
  } catch (error) {
    client.release(true)
    throw error
  }
}

interface Refused {
  values: Values
  order: NewOrder
  limits: ReservationLimits
}

/** The reason why the statement placed no order. */
async function refusal({ pool }: Database, { values, order, limits }: Refused) {
  const [userId, , productId] = values
  const { quantity, price } = order
  const shippingCents = values[8]
  const product = productId && (await findProduct(pool, productId))
  if (!product) return new AppError('not-found', { detail: 'There is no such product' })
  const unsold = orderRuleProblem(quantity, product)
  if (unsold) return new AppError('invalid', { errors: [{ field: 'quantity', message: unsold }] })
  const { total: currentTotal } = orderSums(product.price, quantity, toDollars(shippingCents))
  if (toCents(currentTotal) !== toCents(price)) {
    return new AppError('price-changed', {
      detail: `The total is now ${dollars(currentTotal)}`,
      currentTotal,
    })
  }
  if (product.quantity >= quantity) {
    const wanted = { userId, productId: product._id, quantity, limits }
    const limited = await reservationRefusal(pool, wanted)
    if (limited) return limited
  }
  return new AppError('insufficient-stock', {
    detail: `${product.quantity} units are available`,
    available: product.quantity,
    errors: [{ field: 'quantity', message: messages.quantityTooHigh }],
  })
}

import type { Pool } from 'pg'
import { toCents, toDollars } from '#contract/fields.ts'
import type { NewOrder } from '#contract/orders.ts'
import { messages } from '#contract/orders.ts'
import type { User } from '../../access.ts'
import type { Database } from '../../db/index.ts'
import { isUniqueViolation, prepared } from '../../db/index.ts'
import { AppError } from '../../errors.ts'
import { earlierAnswer } from '../../idempotency.ts'
import type { Keyed } from '../../idempotency.ts'
import { findProduct, findProductIdByName } from '../products/queries.ts'

type Placed = { insertedId: string }

type Values = [
  userId: string,
  email: string,
  productId: string | undefined,
  quantity: number,
  totalCents: number,
  holdSeconds: number,
  key: string | null,
  hash: string | null,
]

/**
 * The whole order in one statement: the stock falls only if it is enough and the total is the one the
 * buyer agreed to, and then the order, its history, the movement and the request's key are written.
 */
const insertOrder = prepared<Placed, Values>(
  'place-order',
  `with taken as (
     update products set quantity = quantity - $4::int
     where id = $3 and archived_at is null and quantity >= $4 and price_cents::bigint * $4 = $5::bigint
     returning id, name, img, price_cents
   ), placed as (
     insert into orders (user_id, email, product_id, name, img,
                         unit_price_cents, quantity, total_cents, held_until)
     select $1, $2, id, name, img, price_cents, $4, $5, now() + make_interval(secs => $6)
     from taken returning id, product_id, quantity
   ), moved as (
     insert into stock_movements (product_id, order_id, hold_round, delta, reason)
     select product_id, id, 1, -quantity, 'held' from placed
   ), told as (
     insert into order_events (order_id, kind, actor) select id, 'placed', $1::uuid::text from placed
   ), kept as (
     insert into idempotency_keys (user_id, key, request_hash, answer)
     select $1, $7::text, $8, jsonb_build_object('insertedId', id) from placed where $7 is not null
   )
   select id as "insertedId" from placed`,
)

interface Place {
  user: User
  order: NewOrder
  holdMinutes: number
  keyed: Keyed | undefined
}

/** Places an order, or says why not. `replayed` when the request's key was answered before. */
export async function placeOrder(
  database: Database,
  { user, order, holdMinutes, keyed }: Place,
): Promise<Placed & { replayed: boolean }> {
  const productId = order.product ?? (await findProductIdByName(database.db, order.name))
  try {
    const [placed] = await insertOrder(database.pool, [
      user.id,
      user.email,
      productId,
      order.quantity,
      toCents(order.price),
      holdMinutes * 60,
      keyed?.key ?? null,
      keyed?.hash ?? null,
    ])
    if (placed) return { ...placed, replayed: false }
  } catch (error) {
    if (!isUniqueViolation(error, 'idempotency_keys_pkey')) throw error
  }
  // A repetition gets its first answer whatever has become of the product since.
  const earlier = keyed && (await earlierAnswer<Placed>(database.db, user.id, keyed))
  if (earlier) return { ...earlier, replayed: true }
  throw await refusal(database.pool, productId, order)
}

/** Why the statement found nothing to take. */
async function refusal(pool: Pool, productId: string | undefined, { quantity, price }: NewOrder) {
  const product = productId && (await findProduct(pool, productId))
  if (!product) return new AppError('not-found', { detail: 'There is no such product' })
  const currentTotal = toDollars(toCents(product.price) * quantity)
  if (toCents(currentTotal) !== toCents(price)) {
    return new AppError('price-changed', {
      detail: `The total is now $${currentTotal}`,
      currentTotal,
    })
  }
  return new AppError('insufficient-stock', {
    detail: `${product.quantity} units are available`,
    available: product.quantity,
    errors: [{ field: 'quantity', message: messages.quantityTooHigh }],
  })
}

import type { Pool } from 'pg'
import { toCents } from '#contract/shared/fields.ts'
import type { NewOrder, NewOrderOfLines } from '#contract/orders.ts'
import { freeShippingAbove } from '#contract/shared/shipping.ts'
import type { User } from '../../http/access.ts'
import type { Database } from '../../db/index.ts'
import { isUniqueViolation, prepared } from '../../db/index.ts'
import { storedAnswer } from '../../http/idempotency.ts'
import type { IdempotencyKey } from '../../http/idempotency.ts'
import { isSoldIn, minimumOrder, packSize } from '../products/order-rules.ts'
import { findProductIdByName } from '../products/queries.ts'
import { takeUnits, takeUnitsOfOne } from '../stock/reservations.ts'
import { refusal } from './order-refusal.ts'
import { isInShare, limitNumbers, selectRoom } from './reservation-limits.ts'
import type { LimitNumbers, ReservationLimits } from './reservation-limits.ts'

type Placed = { insertedId: string }

type Values<Products, Quantities> = [
  userId: string,
  email: string,
  products: Products,
  quantities: Quantities,
  totalCents: number,
  limits: LimitNumbers,
  key: string | null,
  hash: string | null,
  shippingCents: number,
  reference: string | null,
]

type LineValues = Values<readonly string[], readonly number[]>
type OneLineValues = Values<string, number>

/** The condition that goods and shipping are the total that the buyer agreed to. */
const isAgreedTotal = (goods: string) =>
  `${goods} + case when ${goods} > ${toCents(freeShippingAbove)} then 0 else $9::bigint end = $5::bigint`

/**
 * The header from CTEs or expressions: `first` has the first line, `goods` is the sum of all lines. The delivery address is
 * that of the buyer's profile.
 */
const addHeader = ({
  name,
  parts,
  lines,
  units,
  goods,
  from,
}: Record<'name' | 'parts' | 'lines' | 'units' | 'goods' | 'from', string>) =>
  `insert into orders (user_id, email, name, parts, line_count, quantity, total_cents, shipping_cents,
                         reference, held_since, held_until,
                         delivery_name, delivery_phone, delivery_address)
     select $1, $2, ${name}, ${parts}, ${lines}, ${units}, $5, $5 - ${goods},
            $10, coalesce(began_at, now()), reserved_until, person.name, person.phone, person.address
     from ${from} cross join room left join (
       select users.name, phone, address from profiles join users on users.id = user_id
       where user_id = $1
     ) as person on true
     returning id`

/** The lines from a CTE with their products. They are the first movements of the stock, too. */
const addLines = (lines: string) =>
  `insert into order_lines (order_id, line, product_id, name, img, part_number,
                              unit_price_cents, quantity, minimum_order, pack_size)
     select placed.id, line, ${lines}.id, name, img, part_number, price_cents, units, minimum, pack
     from placed, ${lines}`

const addKey = `insert into idempotency_keys (user_id, key, request_hash, answer)
     select $1, $7::text, $8, jsonb_build_object('insertedId', id) from placed where $7 is not null`

/**
 * The whole order in one statement, all or nothing. The account's reservations are locked, then the products in the order
 * of their ids, so that no two orders deadlock. If the stock of each is enough, each is sold in its quantity, the
 * account may reserve the units, and the total, with its shipping, is the one the buyer agreed to, the stock falls;
 * then the order, its lines and the idempotency key are written.
 */
export const insertLines = prepared<Placed, LineValues>(
  'place-order',
  `with room as materialized (
     ${selectRoom('$1', '$3::uuid[]', '$6')}
   ), locked as materialized (
     select products.id, line, units, quantity as in_stock, name, img, part_number, price_cents,
       ${minimumOrder} as minimum, ${packSize} as pack,
       quantity >= units and ${isSoldIn('units')} as is_fine,
       ${isInShare('units', 'room', 'line')} as is_in_share
     from unnest($3::uuid[], $4::integer[]) with ordinality as wanted (product_id, units, line)
       join products on products.id = product_id
     where archived_at is null and (select is_free from room)
     order by products.id for no key update of products
   ), agreed as materialized (
     select lines, units, goods from (
       select count(*) as lines, sum(units) as units, sum(price_cents::bigint * units)::bigint as goods,
         bool_and(is_fine) as is_fine, count(*) filter (where not is_in_share) as beyond_share
       from locked
     ) as sums
     where lines = cardinality($3::uuid[]) and is_fine and beyond_share <= (select full_max from room)
       and ${isAgreedTotal('goods')}
   ), taken as (
     ${takeUnits('locked', 'agreed')}
   ), placed as (
     ${addHeader({
       name: 'order_name(first.name, agreed.lines)',
       parts: `(select string_agg(concat_ws(' ', name, part_number), e'\n' order by line) from locked)`,
       lines: 'agreed.lines',
       units: 'agreed.units',
       goods: 'goods',
       from: 'agreed join locked as first on first.line = 1',
     })}
   ), lined as (
     ${addLines('locked')}
   ), stored as (
     ${addKey}
   )
   select id as "insertedId" from placed`,
)

const goodsOfOne = 'price_cents::bigint * $4::integer'

/** The same for an order of one line, which costs the database two thirds. */
export const insertOneLine = prepared<Placed, OneLineValues>(
  'place-order-of-one',
  `with room as materialized (
     ${selectRoom('$1', 'array[$3::uuid]', '$6')}
   ), taken as (
     ${takeUnitsOfOne(
       { product: '$3::uuid', units: '$4::integer' },
       {
         condition: `(select is_free from room) and ${isSoldIn('$4')}
           and ${isInShare('$4::integer', 'room', '1')} and ${isAgreedTotal(goodsOfOne)}`,
         returning: `1 as line, id, $4::integer as units, name, img, part_number, price_cents,
           ${minimumOrder} as minimum, ${packSize} as pack`,
       },
     )}
   ), placed as (
     ${addHeader({
       name: 'taken.name',
       parts: 'part_number',
       lines: '1',
       units: 'units',
       goods: 'price_cents::bigint * units',
       from: 'taken',
     })}
   ), lined as (
     ${addLines('taken')}
   ), stored as (
     ${addKey}
   )
   select id as "insertedId" from placed`,
)

/** Places an order by the statement for its number of lines; no row if it is refused. */
export function insertOrder(on: Parameters<typeof insertLines>[0], values: LineValues) {
  const [userId, email, products, quantities, ...others] = values
  const [product] = products
  const [quantity] = quantities
  return products.length === 1 && product !== undefined && quantity !== undefined
    ? insertOneLine(on, [userId, email, product, quantity, ...others])
    : insertLines(on, values)
}

interface PlaceOrder {
  user: User
  order: NewOrderOfLines
  limits: ReservationLimits
  /** Shipping cost of an order that does not ship free of charge, in dollars. */
  shippingCost: number
  idempotencyKey: IdempotencyKey | undefined
}

/** An order of one product as an order of one line. The product is found by its name if its id is missing. */
export async function asOrderOfLines(
  { db }: Database,
  { product, name, quantity, price }: NewOrder,
): Promise<NewOrderOfLines> {
  const id = product ?? (await findProductIdByName(db, name))
  return { lines: [{ product: id ?? missing, quantity }], price }
}

/** No product has this id. */
const missing = '00000000-0000-0000-0000-000000000000'

/** Places an order or throws the reason. `replayed` if the answer is that of an earlier request. */
export async function placeOrder(
  database: Database,
  { user, order, limits, shippingCost, idempotencyKey }: PlaceOrder,
): Promise<Placed & { replayed: boolean }> {
  const lines = order.lines.map(({ product, quantity }) => ({
    product: product.toLowerCase(),
    quantity,
  }))
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
  ]
  const placed = idempotencyKey
    ? await placeUnderKey(database, values, idempotencyKey)
    : await placeUnlessRepeated(database.pool, values)
  if (placed) return placed
  const { price } = order
  throw await refusal(database.pool, { userId: user.id, lines, price, limits, shippingCost })
}

async function placeUnderKey({ pool, db }: Database, values: LineValues, keyed: IdempotencyKey) {
  try {
    const [placed] = await insertOrder(pool, values)
    if (placed) return { ...placed, replayed: false }
  } catch (error) {
    if (!isUniqueViolation(error, 'idempotency_keys_pkey')) throw error
  }
  // A repetition gets its first answer, even if a product can no longer be ordered.
  const earlier = await storedAnswer<Placed>(db, values[0], keyed)
  return earlier && { ...earlier, replayed: true }
}

type RepeatedValues = [
  userId: string,
  products: readonly string[],
  quantities: readonly number[],
  totalCents: number,
]

const findRepeated = prepared<Placed, RepeatedValues>(
  'find-repeated-order',
  `select id as "insertedId" from orders
   where user_id = $1 and line_count = cardinality($2::uuid[]) and total_cents = $4
     and status = 'unpaid' and deleted_at is null and created_at > now() - interval '5 seconds'
     and not exists (
       select from unnest($2::uuid[], $3::integer[]) as wanted (product_id, units)
       where not exists (
         select from order_lines
         where order_id = orders.id and order_lines.product_id = wanted.product_id
           and order_lines.quantity = units))
   order by id desc limit 1`,
)

/**
 * Without an idempotency key, the same order within five seconds counts as a repetition: a double click, or
 * a client that did not wait. An advisory lock serializes them, so that each sees the orders before it.
 */
async function placeUnlessRepeated(pool: Pool, values: LineValues) {
  const [userId, , products, quantities, totalCents] = values
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      [userId, ...products, ...quantities, totalCents].join(),
    ])
    const [earlier] = await findRepeated(client, [userId, products, quantities, totalCents])
    const [placed] = earlier ? [earlier] : await insertOrder(client, values)
    await client.query('commit')
    client.release()
    return placed && { ...placed, replayed: earlier !== undefined }
  } catch (error) {
    client.release(true)
    throw error
  }
}

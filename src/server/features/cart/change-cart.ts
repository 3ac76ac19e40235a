import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { ChangedLine, CombinedLines } from '#contract/cart/cart.ts'
import { cartFull, cartLinesMax, cartUnitsMax } from '#contract/cart/cart-lines.ts'
import type { Combination } from '#contract/cart/cart-lines.ts'
import { toCents } from '#contract/shared/fields.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { countLines } from './queries.ts'

type Trx = Transaction<Schema>

type AddedLine = {
  product: string
  quantity: number
  seenPrice: number
} & Wish

/** What a line keeps besides its units: car, engine and the number that the part was found by. */
interface Wish {
  vehicle?: string | null | undefined
  engine?: string | null | undefined
  number?: string | null | undefined
}

/** Units of a line that another joined, as `combineLines` of the contract computes them. */
const joinedUnits = {
  set: sql`excluded.quantity`,
  add: sql`cart_lines.quantity + excluded.quantity`,
  larger: sql`greatest(cart_lines.quantity, excluded.quantity)`,
} as const satisfies Record<'set' | Exclude<Combination, 'subtract'>, RawBuilder<unknown>>

/** Serializes the changes of one cart, so that its limit holds. */
export const lockCart = (trx: Trx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('cart'), hashtext(${userId}))`.execute(trx)

/** Sets the quantity and the seen price of some lines. Without a quantity a line keeps its own; zero removes it. */
export async function changeLines(trx: Trx, userId: string, lines: readonly ChangedLine[]) {
  await lockCart(trx, userId)
  await subtractLines(
    trx,
    userId,
    lines.flatMap((line) => (line.quantity === 0 ? [{ ...line, quantity: cartUnitsMax }] : [])),
  )
  const set = lines.flatMap(({ quantity, ...line }) => (quantity ? [{ ...line, quantity }] : []))
  await joinLines(trx, userId, set, 'set')
  const seen = lines.filter(({ quantity }) => quantity === undefined)
  await sql`
    update cart_lines set seen_price_cents = price, changed_at = now(),
      vehicle = coalesce(car, vehicle), engine = case when car is null then engine else motor end,
      number = coalesce(wanted.number, cart_lines.number)
    from ${tableOf(seen.map((line) => ({ ...line, quantity: 0 })))}
    where user_id = ${userId} and product_id = product`.execute(trx)
  return countWithinLimit(trx, userId)
}

/** Adds lines to the cart, merges another cart into it, or takes the units of an order out. */
export async function combineCart(trx: Trx, userId: string, { lines, how }: CombinedLines) {
  await lockCart(trx, userId)
  if (how === 'subtract') await subtractLines(trx, userId, lines)
  else await joinLines(trx, userId, lines, how)
  return countWithinLimit(trx, userId)
}

/** Parts that do not exist are left out. A line keeps its car and its number unless the other one names them. */
export async function joinLines(
  trx: Trx,
  userId: string,
  lines: readonly AddedLine[],
  how: keyof typeof joinedUnits,
) {
  await forgetOrders(trx, userId, lines)
  await sql`
    insert into cart_lines (user_id, product_id, quantity, seen_price_cents, vehicle, engine, number)
    select ${userId}::uuid, id, units, price, car, motor, number from ${tableOf(lines)} join products on id = product
    order by place
    on conflict (user_id, product_id) do update set
      quantity = least(${joinedUnits[how]}, ${cartUnitsMax}),
      seen_price_cents = excluded.seen_price_cents,
      vehicle = coalesce(excluded.vehicle, cart_lines.vehicle),
      engine = case when excluded.vehicle is null then cart_lines.engine else excluded.engine end,
      number = coalesce(excluded.number, cart_lines.number),
      changed_at = now()`.execute(trx)
}

async function subtractLines(trx: Trx, userId: string, lines: readonly AddedLine[]) {
  await forgetOrders(trx, userId, lines)
  const isTaken = sql`user_id = ${userId} and product_id = product`
  await sql`
    delete from cart_lines using ${tableOf(lines)} where ${isTaken} and quantity <= units`.execute(
    trx,
  )
  await sql`
    update cart_lines set quantity = quantity - units, changed_at = now()
    from ${tableOf(lines)} where ${isTaken}`.execute(trx)
}

/** Forgets that the last change of these lines was an order. */
const forgetOrders = (trx: Trx, userId: string, lines: readonly AddedLine[]) =>
  sql`
    delete from ordered_from_carts
    where user_id = ${userId} and product_id = any (${lines.map(({ product }) => product)}::uuid[])`.execute(
    trx,
  )

const tableOf = (lines: readonly AddedLine[]) => sql`
  unnest(
    ${lines.map(({ product }) => product)}::uuid[],
    ${lines.map(({ quantity }) => quantity)}::integer[],
    ${lines.map(({ seenPrice }) => toCents(seenPrice))}::integer[],
    ${wishesOf(lines)}
  ) with ordinality as wanted (product, units, price, car, motor, number, place)`

/** The columns of what lines keep besides their units. */
export const wishesOf = (lines: readonly Wish[]) => sql`
  ${lines.map(({ vehicle = null }) => vehicle)}::text[],
  ${lines.map(({ vehicle, engine = null }) => (vehicle ? engine : null))}::text[],
  ${lines.map(({ number = null }) => number)}::text[]`

export async function countWithinLimit(trx: Trx, userId: string) {
  const counted = await countLines(trx, userId)
  if (counted.count > cartLinesMax) throw new AppError('cart-full', { detail: cartFull })
  return counted
}

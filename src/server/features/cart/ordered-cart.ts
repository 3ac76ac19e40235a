import type { ClientBase } from 'pg'
import type { ShownCart } from '#contract/cart/cart.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { prepared } from '../../db/prepared.ts'
import { AppError } from '../../errors/errors.ts'
import { fitsOfLines } from '../fitments/fits-of-lines.ts'
import { orderedMeanwhile } from './ordered-meanwhile.ts'
import type { EarlierRow } from './ordered-meanwhile.ts'

type Sql = Pick<ClientBase, 'query'>

type ShownLine = ShownCart['lines'][number]

interface Line {
  product: string
  quantity: number
  vehicle: string | null
  engine: string | null
  number: string | null
}

const lock = prepared<object, { userId: string }>(
  'lock-cart',
  (p) => `select pg_advisory_xact_lock(hashtext('cart'), hashtext(${p.userId}))`,
)

const selectLines = prepared<Line, { userId: string }>(
  'lines-of-cart',
  (p) => `select product_id as product, quantity, vehicle, engine, number from cart_lines
   where user_id = ${p.userId} order by position`,
)

type Taken = EarlierRow & { product: string }

const selectTaken = prepared<Taken, { userId: string; products: readonly string[] }>(
  'taken-out-of-cart',
  (
    p,
  ) => `select product_id as product, orders.id, orders.quantity as units, total_cents, reference, created_at
   from ordered_from_carts join orders on orders.id = order_id
   where ordered_from_carts.user_id = ${p.userId} and product_id = any (${p.products}::uuid[])
     and deleted_at is null
   order by orders.id desc`,
)

const takeLines = prepared<
  object,
  { userId: string; order: string; products: readonly string[]; quantities: readonly number[] }
>(
  'take-out-of-cart',
  (p) => `with ordered as (
     select product_id, units
     from unnest(${p.products}::uuid[], ${p.quantities}::integer[]) as ordered (product_id, units)
   ), emptied as (
     delete from cart_lines using ordered
     where user_id = ${p.userId} and cart_lines.product_id = ordered.product_id and quantity <= units
   ), reduced as (
     update cart_lines set quantity = quantity - units, changed_at = now() from ordered
     where user_id = ${p.userId} and cart_lines.product_id = ordered.product_id and quantity > units
   )
   insert into ordered_from_carts as earlier (user_id, product_id, order_id)
   select ${p.userId}, product_id, ${p.order} from ordered order by product_id
   on conflict (user_id, product_id)
   do update set order_id = excluded.order_id, ordered_at = excluded.ordered_at`,
)

/**
 * Locks the cart of an account until the transaction ends, and refuses an order of lines that are not in it any more as the page
 * showed them: the refusal names the orders that took them, or what has changed.
 */
export async function holdShownCart(sql: Sql, userId: string, { lines, again = [] }: ShownCart) {
  await lock(sql, { userId })
  const shown = lines.map((line) => ({ ...line, product: line.product.toLowerCase() }))
  const changed = await changesOf(sql, shown, await selectLines(sql, { userId }))
  if (changed.length === 0) return
  const taken = await selectTaken(sql, { userId, products: changed.map(({ product }) => product) })
  const known = new Set(again.map((id) => id.toLowerCase()))
  const isKnown = (product: string) =>
    taken.some((one) => one.product === product && known.has(one.id))
  const unknown = changed.filter(({ product }) => !isKnown(product))
  const orders = taken.filter(({ id }) => !known.has(id))
  if (orders.length > 0)
    throw orderedMeanwhile(orders, { what: 'These parts were', lines: unknown })
  if (unknown.length > 0) throw cartChanged(unknown)
}

interface Ordered {
  userId: string
  order: string
  products: readonly string[]
  quantities: readonly number[]
}

/** Takes the units of an order out of the cart, and remembers the order of each part, also of one that an earlier order took out. */
export const takeOutOfCart = (sql: Sql, { userId, order, products, quantities }: Ordered) =>
  takeLines(sql, { userId, order, products, quantities })

interface Change {
  product: string
  /** Units in the cart now. */
  quantity: number
}

/** The lines of both carts that differ, those of the page first. */
async function changesOf(
  sql: Sql,
  shown: readonly ShownLine[],
  now: readonly Line[],
): Promise<Change[]> {
  const present = new Map(now.map((line) => [line.product, line]))
  const seen = new Set(shown.map(({ product }) => product))
  const added = now.filter(({ product }) => !seen.has(product))
  const changed = shown.flatMap((line) => {
    const { quantity = 0, ...rest } = present.get(line.product) ?? {}
    const isSame = quantity === line.quantity && isOfSame(line, rest)
    return isSame ? [] : [{ line, now: present.get(line.product), quantity }]
  })
  // A page does not show a car that the shop does not know.
  const cars = await fitsOfLines(
    sql,
    changed.map(({ line: { product, vehicle }, now: { vehicle: car, engine } = {} }) => ({
      product,
      ...(vehicle === undefined && { vehicle: car, engine }),
    })),
  )
  const visible = changed.filter(({ line, now: { number } = {}, quantity }, index) => {
    const hidesCar = line.vehicle === undefined && !cars[index]
    return !(hidesCar && quantity === line.quantity && (line.number ?? null) === number)
  })
  return [
    ...visible.map(({ line: { product }, quantity }) => ({ product, quantity })),
    ...added.map(({ product, quantity }) => ({ product, quantity })),
  ]
}

/** Whether two lines have the same car and number. */
const isOfSame = (line: ShownLine, now: Partial<Line>) =>
  (line.vehicle ?? null) === now.vehicle &&
  (line.engine ?? null) === now.engine &&
  (line.number ?? null) === now.number

const cartChanged = (lines: Change[]) =>
  new AppError('cart-changed', {
    detail: `The cart has changed since it was shown, in ${lines.length === 1 ? '1 part' : `${groupDigits(lines.length)} parts`}`,
    lines,
  })

import type { Pool } from 'pg'
import type { CartLine, CartPart } from '#contract/cart/cart.ts'
import { toRungs } from '#contract/prices/ladder.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { User } from '../../http/access.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/index.ts'
import { fitsOfLines } from '../fitments/fits-of-lines.ts'
import type { FitOfLine } from '../fitments/fits-of-lines.ts'
import { loadAccountList, pricedFor } from '../prices/account-list.ts'
import type { ColumnsOf } from '../products/product-rows.ts'

type PartRow = { id: string } & ColumnsOf<
  'name' | 'price' | 'breaks' | 'quantity' | 'img' | 'partNumber' | 'minimumOrder' | 'packSize'
>

const partColumns =
  'id, name, price_cents, breaks, quantity, img, part_number, minimum_order, pack_size'

const selectParts = prepared<PartRow, { ids: readonly string[] }>(
  'cart-parts',
  (p) =>
    `select ${partColumns} from products where id = any (${p.ids}::uuid[]) and archived_at is null`,
)

/** The live products with these ids. */
export async function findParts(pool: Pool, ids: readonly string[]): Promise<CartPart[]> {
  return (await selectParts(pool, { ids })).map(toPart)
}

type LineRow = PartRow & {
  units: number
  seen_price_cents: number
  vehicle: string | null
  engine: string | null
  number: string | null
  is_sold: boolean
}

const selectCart = prepared<LineRow, { userId: string }>(
  'cart',
  (p) => `select ${partColumns}, units, seen_price_cents, vehicle, engine, number,
     archived_at is null as is_sold
   from (
     select product_id, quantity as units, seen_price_cents, vehicle, engine, number, position
     from cart_lines where user_id = ${p.userId}
   ) as lines join products on id = product_id
   order by position`,
)

/** The cart of an account with current prices, stock and verdicts. */
export async function readCart(
  pool: Pool,
  { id: userId, priceList }: Pick<User, 'id' | 'priceList'>,
): Promise<CartLine[]> {
  const rows = await selectCart(pool, { userId })
  const [fits, list] = await Promise.all([
    fitsOfLines(
      pool,
      rows.map(({ id, vehicle, engine }) => ({ product: id, vehicle, engine })),
    ),
    loadAccountList(
      pool,
      priceList,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row, index) => ({
    product: row.id,
    name: row.name,
    quantity: row.units,
    seenPrice: toDollars(row.seen_price_cents),
    part: row.is_sold ? pricedFor(toPart(row), list) : null,
    ...carOf(row, fits[index]),
    ...(row.number !== null && { number: row.number }),
  }))
}

const carOf = ({ vehicle, engine }: LineRow, fit: FitOfLine | undefined) =>
  fit && vehicle !== null && { car: { vehicle, ...(engine !== null && { engine }), ...fit } }

const toPart = (row: PartRow): CartPart => ({
  _id: row.id,
  name: row.name,
  price: toDollars(row.price_cents),
  ...(row.breaks !== null && { breaks: toRungs(row.breaks) }),
  quantity: row.quantity,
  img: row.img,
  ...(row.part_number !== null && { partNumber: row.part_number }),
  ...(row.minimum_order !== null && { minimumOrder: row.minimum_order }),
  ...(row.pack_size !== null && { packSize: row.pack_size }),
})

/** The number of different parts in a cart. */
export async function countLines(db: Db, userId: string): Promise<{ count: number }> {
  return db
    .selectFrom('cart_lines')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
}

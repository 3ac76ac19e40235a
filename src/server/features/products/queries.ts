import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { toCents, toDollars } from '#contract/fields.ts'
import type { PageQuery } from '#contract/fields.ts'
import type { NewProduct, Product } from '#contract/products.ts'
import type { Db } from '../../db/index.ts'
import { prepared } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { containing } from '../../db/search.ts'

interface ProductRow {
  id: string
  name: string
  price_cents: number
  quantity: number
  description: string
  img: string
}

const columns = ['id', 'name', 'price_cents', 'quantity', 'description', 'img'] as const

const toProduct = ({ id, price_cents, ...row }: ProductRow): Product => ({
  _id: id,
  price: toDollars(price_cents),
  ...row,
})

const selectProduct = prepared<ProductRow, [id: string]>(
  'product',
  `select ${columns.join(', ')} from products where id = $1 and archived_at is null`,
)

export async function findProduct(
  pool: Parameters<typeof selectProduct>[0],
  id: string,
): Promise<Product | undefined> {
  const [row] = await selectProduct(pool, [id])
  return row && toProduct(row)
}

export async function listProducts(
  db: Db,
  { after, limit, q }: Pick<PageQuery, 'after' | 'q'> & { limit: number },
): Promise<Product[]> {
  let query = db
    .selectFrom('products')
    .select(columns)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where('id', '>', after)
  if (q) query = query.where((where) => containing(where, ['name', 'description'], q))
  return (await query.execute()).map(toProduct)
}

/** The live product of this name, however it is capitalised. */
export async function findProductIdByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return row?.id
}

/** Adds a product with its first stock. Refused by the unique name of live products. */
export async function addProduct(
  trx: Transaction<Schema>,
  product: NewProduct,
  email: string,
): Promise<{ insertedId: string }> {
  const { id } = await trx
    .insertInto('products')
    .values({
      name: product.name,
      email,
      price_cents: toCents(product.price),
      quantity: product.quantity,
      description: product.description,
      img: product.img,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (product.quantity > 0) {
    await trx
      .insertInto('stock_movements')
      .values({ product_id: id, delta: product.quantity, reason: 'received' })
      .execute()
  }
  return { insertedId: id }
}

/** Takes a product out of every list; what was ordered of it stays. Returns how many went. */
export async function archiveProduct(db: Db, id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set({ archived_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

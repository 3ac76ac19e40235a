import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import { toCents, toDollars } from '#contract/fields.ts'
import type { NewProduct, Product, ProductQuery } from '#contract/products.ts'
import { recordAdminAction } from '../../audit.ts'
import type { Actor } from '../../audit.ts'
import type { Db } from '../../db/index.ts'
import { batched } from '../../db/batched.ts'
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

export const selectProduct = prepared<ProductRow, [id: string]>(
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

const selectProducts = prepared<ProductRow, [ids: string[]]>(
  'products',
  `select ${columns.join(', ')} from products where id = any ($1::uuid[]) and archived_at is null`,
)

const readProduct = batched(async (pool, ids) => {
  const rows = await selectProducts(pool, [ids])
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
})

/** The same for a call that many make at once. */
export const findProductAmongMany = (pool: Pool, id: string) => readProduct(pool, id.toLowerCase())

export async function listProducts(
  db: Db,
  { after, limit, q, sort }: Omit<ProductQuery, 'limit'> & { limit: number },
): Promise<Product[]> {
  const [direction, behind] = sort === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const)
  let query = db
    .selectFrom('products')
    .select(columns)
    .where('archived_at', 'is', null)
    .orderBy('id', direction)
    .limit(limit)
  if (after) query = query.where('id', behind, after)
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
  { actor, email }: { actor: Actor; email: string },
): Promise<{ insertedId: string }> {
  const fields = {
    name: product.name,
    price_cents: toCents(product.price),
    quantity: product.quantity,
    description: product.description,
    img: product.img,
  }
  const { id } = await trx
    .insertInto('products')
    .values({ ...fields, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (product.quantity > 0) {
    await trx
      .insertInto('stock_movements')
      .values({ product_id: id, delta: product.quantity, reason: 'received' })
      .execute()
  }
  const change = { action: 'add-product', target: id, before: {}, after: fields } as const
  await recordAdminAction(trx, actor, change)
  return { insertedId: id }
}

/** Takes a product out of every list; what was ordered of it stays. Returns how many went. */
export function archiveProduct(db: Db, actor: Actor, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const archived = await trx
      .updateTable('products')
      .set({ archived_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .returning('archived_at')
      .executeTakeFirst()
    if (!archived) return 0
    await recordAdminAction(trx, actor, {
      action: 'archive-product',
      target: id,
      before: { archived_at: null },
      after: archived,
    })
    return 1
  })
}

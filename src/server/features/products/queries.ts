import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import { allFields } from '#contract/products/fields/product-fields.ts'
import { asSeen } from '#contract/formats/visible-text.ts'
import { partKey } from '#contract/shared/part-number.ts'
import type { LookedUp, NewProduct, Product } from '#contract/products/products.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { batched } from '../../db/batched.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import { findByNumbers } from '../numbers/look-up.ts'
import { recordReceived } from '../stock/adjustments.ts'
import { columns, listedColumns, rated, toColumns, toListed, toRated } from './product-rows.ts'
import type { ListedRow, ProductRow, RatedRow } from './product-rows.ts'

const wholeProduct = [...columns, `${rated} as rated`].join(', ')
const listedProduct = [...listedColumns, `${rated} as rated`].join(', ')

export const selectProduct = prepared<ProductRow & RatedRow, { id: string }>(
  'product',
  (p) => `select ${wholeProduct} from products where id = ${p.id} and archived_at is null`,
)

const selectProducts = prepared<ProductRow & RatedRow, { ids: string[] }>(
  'products',
  (p) =>
    `select ${wholeProduct} from products where id = any (${p.ids}::uuid[]) and archived_at is null`,
)

const readProduct = batched((pool, ids) => findProducts(pool, ids))

/** Finds several products by their ids in lower case. */
export async function findProducts(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const rows = await selectProducts(pool, { ids: [...ids] })
  return new Map(rows.map((row) => [row.id, toRated(row)]))
}

/** Finds one product, batched with simultaneous calls into one query. */
export const findProductAmongMany = (pool: Pool, id: string) => readProduct(pool, id.toLowerCase())

/** The live product with this name, ignoring case and kinds of blanks. */
export async function findProductIdByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${asSeen(name).trim()})`)
    .executeTakeFirst()
  return row?.id
}

const selectListed = prepared<ListedRow & RatedRow, { ids: string[] }>(
  'listed-products',
  (p) =>
    `select ${listedProduct} from products where id = any (${p.ids}::uuid[]) and archived_at is null`,
)

/** What each part number finds, ignoring separators and case. */
export async function lookUpProducts(
  pool: Pool,
  partNumbers: readonly string[],
): Promise<LookedUp[]> {
  const found = await findByNumbers(pool, partNumbers)
  const ids = [...found.values()].flat().map(({ productId }) => productId)
  const rows = ids.length === 0 ? [] : await selectListed(pool, { ids: [...new Set(ids)] })
  const listed = new Map(rows.map((row) => [row.id, toListed(row)]))
  return partNumbers.map((partNumber) => {
    const carriers = found.get(partKey(partNumber)) ?? []
    const [first, ...others] = carriers.flatMap(({ productId, via }) => {
      const product = listed.get(productId)
      return product ? [{ product, via }] : []
    })
    return {
      partNumber,
      product: null,
      ...first,
      ...(others.length > 0 && { others: others.map(({ product }) => product) }),
    }
  })
}

const selectByNames = prepared<ListedRow & RatedRow & { wanted: string }, { names: string[] }>(
  'products-by-name',
  (p) => `select wanted, ${listedProduct}
   from unnest(${p.names}::text[]) as wanted join products on lower(name) = lower(wanted)
   where archived_at is null`,
)

/** The live product that each text names, by its name ignoring case, else by a number. */
export async function findNamedProducts(pool: Pool, texts: readonly string[]) {
  const [numbered, named] = await Promise.all([
    lookUpProducts(pool, texts),
    selectByNames(pool, { names: [...new Set(texts.map(asSeen))] }),
  ])
  const byName = new Map(named.map(({ wanted, ...row }) => [wanted, { product: toListed(row) }]))
  return new Map<string, Omit<LookedUp, 'partNumber'>>(
    numbered.map(({ partNumber, ...found }) => [
      partNumber,
      byName.get(asSeen(partNumber)) ?? found,
    ]),
  )
}

/** Adds a product with its first stock. Fails if a live product has its name or part number. */
export async function addProduct(
  trx: Transaction<Schema>,
  product: NewProduct,
  { actor, email }: { actor: Actor; email: string },
): Promise<{ insertedId: string }> {
  const fields = toColumns(allFields, product)
  const { id } = await trx
    .insertInto('products')
    .values({ ...fields, email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordReceived(trx, { productId: id, units: product.quantity })
  const change = { action: 'add-product', target: id, before: {}, after: fields } as const
  await recordAdminAction(trx, actor, change)
  return { insertedId: id }
}

/** Archives a product; its orders stay. Returns the number of archived products. */
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

import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { toCents } from '#contract/shared/fields.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import { countMax } from '#contract/products.ts'
import type {
  Product,
  ProductFilter,
  ProductQuery,
  ProductsFound,
  ProductSort,
} from '#contract/products.ts'
import { quantityMin } from '#contract/shared/quantity.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { containing } from '../../db/search.ts'
import { inPartNumber } from './part-number-search.ts'
import { columns, toProduct } from './product-rows.ts'

type Products<Row> = SelectQueryBuilder<Schema, 'products', Row>

/** Each is the beginning of an index, or all of one; equal ones stand by their age. */
const sorts = {
  oldest: { by: undefined, direction: 'asc' },
  newest: { by: undefined, direction: 'desc' },
  'lowest-price': { by: sql.ref('price_cents'), direction: 'asc' },
  'highest-price': { by: sql.ref('price_cents'), direction: 'desc' },
  name: { by: sql`lower(name)`, direction: 'asc' },
} as const satisfies Record<ProductSort, unknown>

type Listed = Omit<ProductQuery, 'limit'> & { limit: number }

/** One page of what a filter shows, by its number or behind the product with the id `after`. */
export async function listProducts(db: Db, query: Listed): Promise<Product[]> {
  const { after, limit, page, sort = 'oldest' } = query
  const { by, direction } = sorts[sort]
  let rows = filtered(db.selectFrom('products').select(columns), query)
  if (by) rows = rows.orderBy(by, direction)
  rows = rows.orderBy('id', direction).limit(limit)
  if (page) rows = rows.offset((page - 1) * limit)
  else if (after) rows = rows.where(behind(after, sorts[sort]))
  return (await rows.execute()).map(toProduct)
}

/** The row that a page ended with is found again by its id: what it is sorted by stands in the database. */
function behind(after: string, { by, direction }: (typeof sorts)[ProductSort]) {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return by
    ? sql<boolean>`(${by}, id) ${than} ((select ${by} from products where id = ${after}), ${after}::uuid)`
    : sql<boolean>`id ${than} ${after}`
}

type Where = ExpressionBuilder<Schema, 'products'>

type FilterName = Extract<keyof ProductFilter, string>

/** The condition of each filter. */
const conditions: {
  [Name in FilterName]: (
    where: Where,
    value: NonNullable<ProductFilter[Name]>,
  ) => Expression<SqlBool>
} = {
  q: (where, q) => where.and([matching(where, q), sql<boolean>`dear_to_search(name)`]),
  kind: (where, kind) => where('kind', '=', kind),
  minPrice: (where, price) => where('price_cents', '>=', toCents(price)),
  maxPrice: (where, price) => where('price_cents', '<=', toCents(price)),
  inStock: (where) => where('quantity', '>=', quantityMin),
}

// Safe: the keys of a constant.
const filterNames = Object.keys(conditions) as FilterName[]

function condition<Name extends FilterName>(where: Where, name: Name, filter: ProductFilter) {
  const value = filter[name]
  return value === undefined ? [] : [conditions[name](where, value)]
}

function filtered<Row>(query: Products<Row>, { q, ...others }: ProductFilter): Products<Row> {
  const filter = { ...others, q: q || undefined }
  return query
    .where('archived_at', 'is', null)
    .where((where) => where.and(filterNames.flatMap((name) => condition(where, name, filter))))
}

/** Whoever types more has pasted something; the first words find it. */
const wordsMax = 8

/** All words stand in name, description or part number, in any order; or they are a part number together. */
function matching(where: ExpressionBuilder<Schema, 'products'>, q: string) {
  const words = q.split(/\s+/).slice(0, wordsMax)
  const all = where.and(
    words.map((word) =>
      where.or([containing(where, ['name', 'description'], word), ...inPartNumber(word)]),
    ),
  )
  return words.length > 1 ? where.or([all, ...inPartNumber(q)]) : all
}

/** How many products a filter shows, and the kinds there are to choose from. */
export async function findProducts(db: Db, filter: ProductFilter): Promise<ProductsFound> {
  const max = filter.q ? countMax.found : countMax.all
  // In the order of an index: else the database may well read the table.
  const found = filtered(db.selectFrom('products').select('id'), filter)
    .orderBy('id')
    .limit(max + 1)
  const { counted } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(counted, max), isCapped: counted > max, kinds: await listKinds(db) }
}

/** Asks for one product of each kind, which takes as long in a large catalogue as in a small one. */
async function listKinds(db: Db) {
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kindKeys}::text[]) as kinds(kind) where exists (
      select from products where archived_at is null and products.kind = kinds.kind)`.execute(db)
  const used = new Set(rows.map(({ kind }) => kind))
  return kindKeys.filter((kind) => used.has(kind))
}

import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { toCents } from '#contract/shared/fields.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import { countMax } from '#contract/products.ts'
import type {
  ListedProduct,
  ProductFilter,
  ProductQuery,
  ProductCount,
  ProductSort,
} from '#contract/products.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import {
  beginsWords,
  hasTrigram,
  isSearchable,
  matchesProduct,
  matchesText,
} from '../../db/search.ts'
import { inPartNumber } from './part-number-search.ts'
import { coversSmallestOrder } from './order-rules.ts'
import { listedColumns, rated, toListed } from './product-rows.ts'
import type { RatedRow } from './product-rows.ts'

type Products<Row> = SelectQueryBuilder<Schema, 'products', Row>

/** Each order is the prefix of an index. Equal products are sorted by id. */
const sorts = {
  oldest: { by: undefined, direction: 'asc' },
  newest: { by: undefined, direction: 'desc' },
  'lowest-price': { by: sql.ref('price_cents'), direction: 'asc' },
  'highest-price': { by: sql.ref('price_cents'), direction: 'desc' },
  name: { by: sql`lower(name)`, direction: 'asc' },
} as const satisfies Record<ProductSort, unknown>

const ratedColumn = sql<RatedRow['rated']>`${sql.raw(rated)}`.as('rated')

type ListQuery = Omit<ProductQuery, 'limit'> & Page

/** One page of the matching products, by number or after the product with the id `after`. */
export async function listProducts(db: Db, query: ListQuery): Promise<ListedProduct[]> {
  const { after, limit, skip = 0, page = 1, sort = 'oldest' } = query
  const { by, direction } = sorts[sort]
  let rows = filtered(db.selectFrom('products').select(listedColumns).select(ratedColumn), query)
  if (by) rows = rows.orderBy(by, direction)
  rows = rows
    .orderBy('id', direction)
    .limit(limit)
    .offset(skip + (page - 1) * limit)
  if (after && !query.page) rows = rows.where(afterCursor(after, sorts[sort]))
  return (await rows.execute()).map(toListed)
}

/** Keyset pagination. The sort key of the cursor row is looked up by its id. */
function afterCursor(after: string, { by, direction }: (typeof sorts)[ProductSort]) {
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
  inStock: () => sql<boolean>`${sql.raw(coversSmallestOrder)}`,
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

/** More words are probably pasted text, which its first words find. */
const wordsMax = 8

/**
 * Matches if name, description or part number contain every word, or if the words together are a part number.
 * Words of fewer than three letters begin words of the name. Words of signs alone do not count.
 */
function matching(where: ExpressionBuilder<Schema, 'products'>, q: string) {
  const words = q.split(/\s+/).filter(isSearchable).slice(0, wordsMax)
  const long = words.filter(hasTrigram)
  if (long.length === 0) {
    const together = words.join(' ')
    return where.or([
      matchesProduct(where, ['name', 'description'], together),
      ...inPartNumber(together),
    ])
  }
  const contained = long.map((word) =>
    where.or([matchesText(where, ['name', 'description'], word), ...inPartNumber(word)]),
  )
  const begun = words.filter((word) => !hasTrigram(word)).flatMap(beginsWords)
  const all = where.and([...contained, ...begun])
  return words.length > 1 ? where.or([all, ...inPartNumber(q)]) : all
}

/** The number of matching products, and the categories to choose from. */
export async function countCatalogue(db: Db, filter: ProductFilter): Promise<ProductCount> {
  const max = filter.q ? countMax.search : countMax.all
  // The order of an index keeps the planner from reading the whole table.
  const found = filtered(db.selectFrom('products').select('id'), filter)
    .orderBy('id')
    .limit(max + 1)
  const { counted } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(counted, max), isCapped: counted > max, kinds: await listKinds(db) }
}

/** Looks for one product of each category, which takes the same time in a catalogue of any size. */
async function listKinds(db: Db) {
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kindKeys}::text[]) as kinds(kind) where exists (
      select from products where archived_at is null and products.kind = kinds.kind)`.execute(db)
  const used = new Set(rows.map(({ kind }) => kind))
  return kindKeys.filter((kind) => used.has(kind))
}

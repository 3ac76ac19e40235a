import type { RawBuilder, SelectQueryBuilder } from 'kysely'
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
import type { Connections, Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import { searchProducts } from '../search/search-products.ts'
import type { Found } from '../search/search-products.ts'
import { sortedMatches } from '../search/matching-products.ts'
import type { SortedPage } from '../search/matching-products.ts'
import { carFilterOf, fitting, amongOf, kindsForCar, withFit } from './car.ts'
import type { CarFilter } from './car.ts'
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

/** Whether the stock covers the smallest order. */
export const inStock = sql<boolean>`${sql.raw(coversSmallestOrder)}`

type ListQuery = Omit<ProductQuery, 'limit'> & Page
type FoundQuery = ListQuery & Filter

/** One page of the matching products, by number or after the product with the id `after`. */
export async function listProducts(from: Connections, query: ListQuery): Promise<ListedProduct[]> {
  const car = await carFilterOf(from, query)
  const found = await listMatching(from, { ...query, car })
  return car ? withFit(from.pool, car, found) : found
}

async function listMatching(from: Connections, query: FoundQuery): Promise<ListedProduct[]> {
  const { q, ...others } = query
  if (q) return listFound(from, { ...others, q })
  const { after, limit, skip = 0, page = 1, sort = 'oldest' } = query
  const { by, direction } = sorts[sort]
  let rows = filtered(
    from.db.selectFrom('products').select(listedColumns).select(ratedColumn),
    query,
  )
  if (by) rows = rows.orderBy(by, direction)
  rows = rows
    .orderBy('id', direction)
    .limit(limit)
    .offset(skip + (page - 1) * limit)
  if (after && !query.page) rows = rows.where(afterCursor(after, sorts[sort]))
  return (await rows.execute()).map(toListed)
}

/** One page of what a search finds, the best matches first or in an order of the catalogue. */
async function listFound(
  from: Connections,
  query: FoundQuery & { q: string },
): Promise<ListedProduct[]> {
  const { db } = from
  const { q, after, limit, skip = 0, page = 1, sort } = query
  const ranking = rankingOf(query)
  const found = await searchProducts(from, q, ranking)
  const ids = found.matches.map(({ id }) => id)
  const first = skip + (page - 1) * limit
  const cursor = query.page ? undefined : after
  if (!sort) {
    const begin = cursor === undefined ? 0 : ids.indexOf(cursor) + 1
    // The product of the cursor may have left the shop.
    if (cursor !== undefined && begin === 0) return []
    const best = ids.slice(begin + first, begin + first + limit)
    return withVia(await readProducts(db, best), found.via)
  }
  const { by, direction } = sorts[sort]
  const order = sql`${by ? sql`${by} ${sql.raw(direction)}, ` : sql``}id ${sql.raw(direction)}`
  const shown = {
    order,
    after: cursor === undefined ? undefined : afterCursor(cursor, sorts[sort]),
    offset: first,
    limit,
  }
  const sorted = found.isCapped
    ? await sortedMatches(db, { ...found, ...ranking }, shown)
    : await sortedIds(db, ids, shown)
  return withVia(await readProducts(db, sorted), found.via)
}

/** The products, each with the number that it was found by. */
export const withVia = (products: readonly ListedProduct[], found: Found['via']): ListedProduct[] =>
  products.map((product) => {
    const via = found.get(product._id)
    return via ? { ...product, via } : product
  })

async function sortedIds(db: Db, ids: readonly string[], { order, after, ...page }: SortedPage) {
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any (${ids}::uuid[]) ${after ? sql`and ${after}` : sql``}
    order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Products for sale, in the order of the ids. */
export async function readProducts(db: Db, ids: readonly string[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(listedColumns)
    .select(ratedColumn)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute()
  const products = new Map(rows.map((row) => [row.id, toListed(row)]))
  return ids.flatMap((id) => products.get(id) ?? [])
}

/** Keyset pagination. The sort key of the cursor row is looked up by its id. */
function afterCursor(after: string, { by, direction }: (typeof sorts)[ProductSort]) {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return by
    ? sql<boolean>`(${by}, id) ${than} ((select ${by} from products where id = ${after}), ${after}::uuid)`
    : sql<boolean>`id ${than} ${after}`
}

/** With the car that the request names, by its id. */
type Filter = Omit<ProductFilter, 'q' | 'vehicle' | 'engine' | 'fits'> & {
  car?: CarFilter | undefined
}
type FilterName = Exclude<keyof Filter, 'car'>

/** The condition of each filter. */
const conditions: {
  [Name in FilterName]: (value: NonNullable<Filter[Name]>) => RawBuilder<boolean>
} = {
  kind: (kind) => sql`kind = ${kind}`,
  minPrice: (price) => sql`price_cents >= ${toCents(price)}`,
  maxPrice: (price) => sql`price_cents <= ${toCents(price)}`,
  inStock: () => inStock,
}

// Safe: the keys of a constant.
const filterNames = Object.keys(conditions) as FilterName[]

function condition<Name extends FilterName>(name: Name, filter: Filter) {
  const value = filter[name]
  return value === undefined ? [] : [conditions[name](value)]
}

const filtersOf = (filter: Filter) => filterNames.flatMap((name) => condition(name, filter))

const rankingOf = (filter: Filter) => ({
  filters: filtersOf(filter),
  inStock,
  among: filter.car && amongOf(filter.car),
})

/** Whether the query asks for the first products of a search without filters. */
export const isWholeSearch = (query: ProductQuery) =>
  filtersOf(query).length === 0 &&
  query.vehicle === undefined &&
  query.after === undefined &&
  (query.page ?? 1) === 1

/** The car and kind of a query for all parts that fit a car; undefined for another query. */
export const wholeCarOf = ({ vehicle, kind, engine, fits = 'this-car', ...query }: ProductQuery) =>
  vehicle !== undefined &&
  fits === 'this-car' &&
  engine === undefined &&
  isWholeSearch(query) &&
  !query.q
    ? { vehicle, kind: kind ?? null }
    : undefined

const filtered = <Row>(query: Products<Row>, filter: Filter): Products<Row> =>
  query
    .where('archived_at', 'is', null)
    .where((where) =>
      where.and([...filtersOf(filter), ...(filter.car ? [fitting(filter.car)] : [])]),
    )

/** The number of matching products, and the categories to choose from. */
export async function countCatalogue(
  from: Connections,
  filter: ProductFilter,
): Promise<ProductCount> {
  const { q, ...others } = filter
  const car = await carFilterOf(from, filter)
  const counted = q
    ? await countFound(from, q, { ...others, car })
    : await countProducts(from.db, { ...others, car })
  if (!car) return { ...counted, kinds: await listKinds(from.db) }
  return { ...counted, kinds: await kindsForCar(from.db, car), car: car.name }
}

async function countFound(from: Connections, q: string, filter: Filter) {
  const { matches, isCapped, didYouMean } = await searchProducts(from, q, rankingOf(filter))
  return { count: matches.length, isCapped, ...(didYouMean !== undefined && { didYouMean }) }
}

async function countProducts(db: Db, filter: Filter) {
  const max = filter.car ? countMax.search : countMax.all
  // The order of an index keeps the planner from reading the whole table.
  const found = filtered(db.selectFrom('products').select('id'), filter)
    .orderBy('id')
    .limit(max + 1)
  const { counted } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return { count: Math.min(counted, max), isCapped: counted > max }
}

/** Looks for one product of each category, which takes the same time in a catalogue of any size. */
async function listKinds(db: Db) {
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kindKeys}::text[]) as kinds(kind) where exists (
      select from products where archived_at is null and products.kind = kinds.kind)`.execute(db)
  const used = new Set(rows.map(({ kind }) => kind))
  return kindKeys.filter((kind) => used.has(kind))
}

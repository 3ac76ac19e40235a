import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isByPrice } from '#contract/products/products.ts'
import type { ListedProduct, ProductQuery, ProductSort } from '#contract/products/products.ts'
import type { Connections, Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import { meaningOf } from '../search/meaning.ts'
import { fewMatches, searchProducts, viaOf } from '../search/search-products.ts'
import type { Found } from '../search/search-products.ts'
import { allMatchesSorted, sortedMatches } from '../search/sorted-matches.ts'
import type { SortedPage } from '../search/sorted-matches.ts'
import { carFilterOf, withFit } from './car.ts'
import { filtered, pricedRows, rankingOf } from './lists/filters.ts'
import type { Filter } from './lists/filters.ts'
import { afterCursor, orderBy, publicPrices, sortOf } from './lists/shown-prices.ts'
import type { ShownPrices } from './lists/shown-prices.ts'
import { listedColumns, rated, toListed } from './product-rows.ts'
import type { RatedRow } from './product-rows.ts'

const ratedColumn = sql<RatedRow['rated']>`${sql.raw(rated)}`.as('rated')

type ListQuery = Omit<ProductQuery, 'limit'> & Page
type FoundQuery = ListQuery & Filter

/** One page of the matching products, by number or after the product with the id `after`. */
export async function listProducts(
  from: Connections,
  query: ListQuery,
  prices = publicPrices,
): Promise<ListedProduct[]> {
  const car = await carFilterOf(from, query)
  const found = await listMatching(from, { ...query, car }, prices)
  return car ? withFit(from.pool, car, found) : found
}

async function listMatching(
  from: Connections,
  query: FoundQuery,
  prices: ShownPrices,
): Promise<ListedProduct[]> {
  const { q, ...others } = query
  if (q) return listFound(from, { ...others, q }, prices)
  if (prices.rows && isByPrice(query)) {
    return readProducts(from.db, await pricedIds(from.db, query, prices))
  }
  const { after, limit, skip = 0, page = 1, sort = 'oldest' } = query
  const sorted = sortOf(sort, prices)
  let rows = filtered(
    from.db.selectFrom('products').select(listedColumns).select(ratedColumn),
    query,
    prices,
  )
    .orderBy(orderBy(sorted))
    .limit(limit)
    .offset(skip + (page - 1) * limit)
  if (after && !query.page) rows = rows.where(afterCursor(after, sorted))
  return (await rows.execute()).map(toListed)
}

/** A page by prices that no index of `products` has in their order. */
async function pricedIds(db: Db, query: FoundQuery, prices: ShownPrices) {
  const { limit, skip = 0, page = 1, sort = 'oldest' } = query
  const offset = skip + (page - 1) * limit
  const rows = pricedRows(query, prices, { sort, limit: offset + limit })
  const { rows: found } = await sql<{ id: string }>`
    select id from (${rows}) as products order by ${orderBy(sortOf(sort, { place: sql.ref('place') }))}
    limit ${limit} offset ${offset}`.execute(db)
  return found.map(({ id }) => id)
}

/** One page of what a search finds, the best matches first or in an order of the catalogue. */
async function listFound(
  from: Connections,
  query: FoundQuery & { q: string },
  prices: ShownPrices,
): Promise<ListedProduct[]> {
  const { db } = from
  const { q, after, limit, skip = 0, page = 1, sort } = query
  const first = skip + (page - 1) * limit
  const cursor = query.page ? undefined : after
  if (sort) return listSorted(from, { ...query, sort }, { prices, first, cursor })
  const found = await searchProducts(from, q, rankingOf(query, prices))
  const ids = found.matches.map(({ id }) => id)
  const begin = cursor === undefined ? 0 : ids.indexOf(cursor) + 1
  // The product of the cursor may have left the shop.
  if (cursor !== undefined && begin === 0) return []
  const best = ids.slice(begin + first, begin + first + limit)
  return withVia(await readProducts(db, best), found.via)
}

interface Place {
  prices: ShownPrices
  first: number
  cursor: string | undefined
}

async function listSorted(
  from: Connections,
  query: FoundQuery & { q: string; sort: ProductSort },
  { prices, first, cursor }: Place,
): Promise<ListedProduct[]> {
  const { db } = from
  const { q, limit, sort } = query
  const { rows } = prices
  const by = sortOf(sort, prices)
  const shown = {
    order: orderBy(by),
    after: cursor === undefined ? undefined : afterCursor(cursor, by),
    offset: first,
    limit,
    ...(rows &&
      isByPrice({ sort }) && {
        rows: (most: RawBuilder<unknown>) =>
          rows({ columns: sql`products.*`, where: [], range: {}, sort, limit: most }),
      }),
  }
  const ranking = rankingOf(query, prices)
  const meaning = await meaningOf(from, q)
  const all = query.car
    ? undefined
    : await allMatchesSorted(db, meaning, { ...ranking, page: shown })
  // Fewer may be those of another spelling.
  if (all && all.count >= fewMatches) {
    return withVia(await readProducts(db, all.ids), viaOf([meaning]))
  }
  const found = await searchProducts(from, q, { ...ranking, meaning })
  const sorted = found.isCapped
    ? await sortedMatches(db, { ...found, ...ranking }, shown)
    : await sortedIds(
        db,
        found.matches.map(({ id }) => id),
        shown,
      )
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

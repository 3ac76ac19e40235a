import type { ListedProduct, ProductQuery } from '#contract/products/products.ts'
import type { Shop } from '../../../shop.ts'
import { createMissCounter } from '../../search/missed-searches.ts'
import { filtersOf } from './filters.ts'
import { publicPrices } from './shown-prices.ts'

/** Counts what customers look for without finding anything: words, and parts for their car. */
export function createEmptyLists({ database, log, wishes }: Shop) {
  const countMiss = createMissCounter(database.db, log)
  return (query: ProductQuery, rows: readonly ListedProduct[]) => {
    if (rows.length > 0) return
    if (query.q && isWholeSearch(query)) countMiss(query.q)
    const wish = wholeCarOf(query)
    if (wish) wishes.count(wish.vehicle, wish.kind)
  }
}

/** Whether the query asks for the first products of a search without filters. */
const isWholeSearch = (query: ProductQuery) =>
  filtersOf(query, publicPrices).length === 0 &&
  query.vehicle === undefined &&
  query.after === undefined &&
  (query.page ?? 1) === 1

/** The car and kind of a query for all parts that fit a car; undefined for another query. */
const wholeCarOf = ({ vehicle, kind, engine, fits = 'this-car', ...query }: ProductQuery) =>
  vehicle !== undefined &&
  fits === 'this-car' &&
  engine === undefined &&
  isWholeSearch(query) &&
  !query.q
    ? { vehicle, kind: kind ?? null }
    : undefined

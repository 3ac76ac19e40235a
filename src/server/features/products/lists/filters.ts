import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { toCents } from '#contract/shared/fields.ts'
import type { ProductFilter, ProductSort } from '#contract/products/products.ts'
import type { Schema } from '../../../db/schema.ts'
import { amongOf, fitting } from '../car.ts'
import type { CarFilter } from '../car.ts'
import { coversSmallestOrder } from '../order-rules.ts'
import type { PriceRange, ShownPrices } from './shown-prices.ts'

/** Whether the stock covers the smallest order. */
export const inStock = sql<boolean>`${sql.raw(coversSmallestOrder)}`

/** With the car that the request names, by its id. */
export type Filter = Omit<ProductFilter, 'q' | 'vehicle' | 'engine' | 'fits'> & {
  car?: CarFilter | undefined
}
type FilterName = Exclude<keyof Filter, 'car'>

/** The condition of each filter. */
const conditions: {
  [Name in FilterName]: (
    value: NonNullable<Filter[Name]>,
    prices: ShownPrices,
  ) => RawBuilder<boolean>
} = {
  kind: (kind) => sql`kind = ${kind}`,
  minPrice: (price, { atLeast }) => atLeast(toCents(price)),
  maxPrice: (price, { atMost }) => atMost(toCents(price)),
  inStock: () => inStock,
}

// Safe: the keys of a constant.
const filterNames = Object.keys(conditions) as FilterName[]

function condition<Name extends FilterName>(name: Name, filter: Filter, prices: ShownPrices) {
  const value = filter[name]
  return value === undefined ? [] : [conditions[name](value, prices)]
}

export const filtersOf = (filter: Filter, prices: ShownPrices) =>
  filterNames.flatMap((name) => condition(name, filter, prices))

/** The filters by price, and those by anything else. */
function rangeOf({ minPrice, maxPrice, ...others }: Filter): {
  range: PriceRange
  others: Filter
} {
  return { range: { min: cents(minPrice), max: cents(maxPrice) }, others }
}

export const rankingOf = (filter: Filter, prices: ShownPrices) => ({
  filters: filtersOf(filter, prices),
  inStock,
  among: filter.car && amongOf(filter.car),
})

const conditionsOf = (filter: Filter, prices: ShownPrices) => [
  ...filtersOf(filter, prices),
  ...(filter.car ? [fitting(filter.car)] : []),
]

type Products<Row> = SelectQueryBuilder<Schema, 'products', Row>

export const filtered = <Row>(
  query: Products<Row>,
  filter: Filter,
  prices: ShownPrices,
): Products<Row> =>
  query.where('archived_at', 'is', null).where((where) => where.and(conditionsOf(filter, prices)))

/** Products at prices that no index of `products` has in their order; undefined at public prices. */
export function pricedRows(
  filter: Filter,
  { rows, ...prices }: ShownPrices,
  { sort, limit }: { sort: ProductSort | undefined; limit: number },
) {
  const { range, others } = rangeOf(filter)
  const where = conditionsOf(others, prices)
  return rows?.({ columns: sql`products.id, name`, where, range, sort, limit: sql`${limit}` })
}

const cents = (price: number | undefined) => (price === undefined ? undefined : toCents(price))

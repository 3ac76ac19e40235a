import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isByPrice } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/products.ts'
import { lowestReducedTo } from '#contract/prices/unit-price.ts'
import { orderBy, sortOf } from '../products/lists/shown-prices.ts'
import type { AskedRows, PriceRange, ShownPrices } from '../products/lists/shown-prices.ts'

interface ListTerms {
  id: string
  percentOff: number
}

/**
 * What one unit costs an account on a list, as `pricesOnList` decides it, as an order of the catalogue.
 *
 * A place is the price and, of products whose own price does not count, the public price behind it. So the rows of
 * either source, the public prices and the own ones, are in the order of an index, and a page reads no more than its
 * rows from each.
 */
export function pricesOfAccount({ id: list, percentOff }: ListTerms): ShownPrices {
  const points = Math.round(percentOff * 100)
  const reduced = sql`greatest(1, (price_cents::bigint * ${10_000 - points}::bigint + 5000) / 10000)`
  const publicPlace = sql`(${shifted(reduced)} + price_cents)`
  const ownCents = sql`(
    select own.price_cents from list_prices as own
    where own.price_list = ${list} and own.product_id = id and own.min_quantity = 1)`
  const place = sql`least(${shifted(ownCents)}, ${publicPlace})`

  const ownPrices = (range: PriceRange) => sql`(
    select product_id, price_cents as own_cents from list_prices
    where ${sql.join(
      [sql`price_list = ${list} and min_quantity = 1`, ...within(sql`price_cents`, range)],
      sql` and `,
    )}) as own`

  /** No more public prices are read than to the last of the own ones, if these fill the page. */
  const beforeLast = (sort: ProductSort | undefined, limit: RawBuilder<unknown>) => {
    const last = (place: string, price: RawBuilder<unknown>, otherwise: number) => sql`coalesce((
      select ${price} from (
        select ${sql.raw(place)} >> 31 as cents from own_rows having count(*) >= ${limit}
      ) as last), ${otherwise})::integer`
    if (sort === 'lowest-price') {
      return [sql`price_cents < ${last('max(place)', lowestTo(sql`(cents + 1)`), priceCentsMax)}`]
    }
    if (sort === 'highest-price') {
      return [sql`price_cents >= ${last('min(place)', lowestTo(sql`cents`), 0)}`]
    }
    return []
  }

  /** The same as `lowestReducedTo`. */
  const lowestTo = (cents: RawBuilder<unknown>) =>
    sql`case when ${cents} <= 1 then 0 else (${cents} * 10000 - 5000 + ${9_999 - points}::bigint) / ${10_000 - points}::bigint end`

  /** Products whose own price is not lower, by the public one. */
  const publicRows = ({ columns, where, range: { min, max }, sort, limit }: AskedRows) => sql`(
    select ${columns}, ${publicPlace} as place
    from products ${sort ? sql`` : sql`left join ${ownPrices({})} on own.product_id = products.id`}
    where ${sql.join(
      [
        sql`archived_at is null`,
        ...within(sql`price_cents`, {
          min: min === undefined ? min : lowestReducedTo(min, points),
          max: max === undefined ? max : lowestReducedTo(max + 1, points) - 1,
        }),
        ...where,
        ...beforeLast(sort, limit),
        // A page asks for the price of each row, so that it reads no more of an index; of thousands that takes longer than a join.
        sql`coalesce(${sort ? ownCents : sql`own_cents`} > ${reduced}, true)`,
      ],
      sql` and `,
    )}
    ${orderOf(sort, sql`price_cents`)} limit ${limit})`

  /** Products whose own price counts. */
  const ownRows = ({ columns, where, range, sort, limit }: AskedRows) => sql`(
    select ${columns}, ${shifted(sql`own_cents`)} as place
    from ${ownPrices(range)} join products on products.id = own.product_id
    where ${sql.join([sql`archived_at is null`, sql`own_cents <= ${reduced}`, ...where], sql` and `)}
    ${orderOf(sort, sql`own_cents`)} limit ${limit})`

  return {
    place,
    atLeast: (cents) => sql`${place} >= ${shifted(sql`${cents}`)}`,
    atMost: (cents) => sql`${place} < ${shifted(sql`${cents + 1}`)}`,
    rows: (asked) =>
      isByPrice({ sort: asked.sort })
        ? sql`with own_rows as materialized ${ownRows(asked)}
            ${publicRows(asked)} union all select * from own_rows`
        : sql`${publicRows(asked)} union all ${ownRows(asked)}`,
  }
}

/** More than any price. */
const priceCentsMax = 2 ** 31 - 1

/** More than any price in cents has binary digits, so that two prices fit into one number. */
const shifted = (cents: RawBuilder<unknown>) => sql`(${cents}::bigint << 31)`

const orderOf = (sort: ProductSort | undefined, place: RawBuilder<unknown>) =>
  sort ? sql`order by ${orderBy(sortOf(sort, { place }))}` : sql``

const within = (column: RawBuilder<unknown>, { min, max }: PriceRange) => [
  ...(min === undefined ? [] : [sql`${column} >= ${min}`]),
  ...(max === undefined ? [] : [sql`${column} <= ${max}`]),
]

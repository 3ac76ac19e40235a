import type { Pool } from 'pg'
import type { ListedProduct } from '#contract/products/products.ts'
import { prepared } from '../../db/prepared.ts'
import { coversSmallestOrder } from './order-rules.ts'
import { listedColumns, rated, toListed } from './product-rows.ts'
import type { ListedRow, RatedRow } from './product-rows.ts'

/** One row of cards. */
const relatedMax = 3

/** The products read in each direction of the price, so that the work is the same in a catalogue of any size. */
const candidatesMax = 12

const candidates = (condition: string, direction: 'asc' | 'desc') => `(
  select ${listedColumns.join(', ')} from products
  where archived_at is null and kind = given_kind and ${condition}
  order by price_cents ${direction}, id ${direction} limit ${candidatesMax})`

const relatedTo = (id: string, condition: string) =>
  `with given as (
     select id as given_id, kind as given_kind, price_cents as given_price
     from products where id = ${id} and ${condition}
   )
   select products.*, ${rated} as rated
   from given cross join lateral (
     ${candidates('(price_cents, id) > (given_price, given_id)', 'asc')}
     union all
     ${candidates('(price_cents, id) < (given_price, given_id)', 'desc')}
   ) as products
   order by ${coversSmallestOrder} desc, abs(price_cents - given_price), id
   limit ${relatedMax}`

const selectRelated = prepared<ListedRow & RatedRow, { id: string }>('related-products', (p) =>
  relatedTo(p.id, 'archived_at is null'),
)

const selectInstead = prepared<ListedRow & RatedRow, { id: string }>('products-instead', (p) =>
  relatedTo(p.id, 'archived_at is not null'),
)

/** Products of the same kind with the nearest prices, those in stock first; none for a product without a kind. */
export async function listRelated(pool: Pool, id: string): Promise<ListedProduct[]> {
  return (await selectRelated(pool, { id })).map(toListed)
}

/** Parts to show instead of a product that was taken out of the catalogue. */
export async function listInstead(pool: Pool, id: string): Promise<ListedProduct[]> {
  return (await selectInstead(pool, { id })).map(toListed)
}

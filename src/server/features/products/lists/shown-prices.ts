import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ProductSort } from '#contract/products/products.ts'
import { nameOrder } from '../../../db/search.ts'

type Condition = RawBuilder<unknown>

/** The prices that a reader of the catalogue sees, by which it is sorted and filtered. */
export interface ShownPrices {
  /** What rows of `products` are sorted by; from its columns `id` and `price_cents`. */
  place: Condition
  /** Whether a row costs as many cents or more. */
  atLeast(cents: number): RawBuilder<boolean>
  atMost(cents: number): RawBuilder<boolean>
  /** Products for sale by these prices; undefined if an index of `products` has them in their order. */
  rows?: ((asked: AskedRows) => Condition) | undefined
}

/** Bounds in cents. */
export interface PriceRange {
  min?: number | undefined
  max?: number | undefined
}

export interface AskedRows {
  columns: Condition
  /** Conditions on rows of `products`. */
  where: readonly Condition[]
  range: PriceRange
  /** Undefined for rows in any order, to count them. */
  sort: ProductSort | undefined
  /** The most rows, the first in the order; of each source of prices, so twice as many may come. */
  limit: Condition
}

export const publicPrices: ShownPrices = {
  place: sql.ref('price_cents'),
  atLeast: (cents) => sql`price_cents >= ${cents}`,
  atMost: (cents) => sql`price_cents <= ${cents}`,
}

export interface Sort {
  by: Condition | undefined
  direction: 'asc' | 'desc'
}

/** Each order of public prices is the prefix of an index. Equal products are sorted by id. */
export const sortOf = (sort: ProductSort, { place }: Pick<ShownPrices, 'place'>): Sort =>
  (
    {
      oldest: { by: undefined, direction: 'asc' },
      newest: { by: undefined, direction: 'desc' },
      'lowest-price': { by: place, direction: 'asc' },
      'highest-price': { by: place, direction: 'desc' },
      name: { by: sql.raw(nameOrder()), direction: 'asc' },
    } as const satisfies Record<ProductSort, Sort>
  )[sort]

export const orderBy = ({ by, direction }: Sort): Condition =>
  sql`${by ? sql`${by} ${sql.raw(direction)}, ` : sql``}id ${sql.raw(direction)}`

/** Keyset pagination. The sort key of the cursor row is looked up by its id. */
export function afterCursor(after: string, { by, direction }: Sort) {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return by
    ? sql<boolean>`(${by}, id) ${than} ((select ${by} from products where id = ${after}), ${after}::uuid)`
    : sql<boolean>`id ${than} ${after}`
}

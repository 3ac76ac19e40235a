import { sql } from 'kysely'
import { countMax, isByPrice } from '#contract/products/products.ts'
import type { ProductCount, ProductFilter } from '#contract/products/products.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import type { Connections, Db } from '../../../db/index.ts'
import { searchProducts } from '../../search/search-products.ts'
import { carFilterOf, kindsForCar } from '../car.ts'
import { filtered, pricedRows, rankingOf } from './filters.ts'
import type { Filter } from './filters.ts'
import { publicPrices } from './shown-prices.ts'
import type { ShownPrices } from './shown-prices.ts'

/** The number of matching products, and the categories to choose from. */
export async function countCatalogue(
  from: Connections,
  filter: ProductFilter,
  prices = publicPrices,
): Promise<ProductCount> {
  const { q, ...others } = filter
  const car = await carFilterOf(from, filter)
  const counted = q
    ? await countFound(from, q, { ...others, car }, prices)
    : await countProducts(from.db, { ...others, car }, prices)
  if (!car) return { ...counted, kinds: await listKinds(from.db) }
  return { ...counted, kinds: await kindsForCar(from.db, car), car: car.name }
}

async function countFound(from: Connections, q: string, filter: Filter, prices: ShownPrices) {
  const { matches, isCapped, didYouMean } = await searchProducts(from, q, rankingOf(filter, prices))
  return { count: matches.length, isCapped, ...(didYouMean !== undefined && { didYouMean }) }
}

async function countProducts(db: Db, filter: Filter, prices: ShownPrices) {
  const max = filter.car ? countMax.search : countMax.all
  const counted = await countUpTo(db, filter, prices, max + 1)
  return { count: Math.min(counted, max), isCapped: counted > max }
}

async function countUpTo(db: Db, filter: Filter, prices: ShownPrices, limit: number) {
  // Without a bound the same products match at any prices.
  if (prices.rows && isByPrice({ ...filter, sort: undefined })) {
    const rows = pricedRows(filter, prices, { sort: undefined, limit })
    const counted = await sql<{ counted: number }>`
      select count(*) as counted from (select from (${rows}) as found limit ${limit}) as found`.execute(
      db,
    )
    return counted.rows[0]?.counted ?? 0
  }
  // The order of an index keeps the planner from reading the whole table.
  const found = filtered(db.selectFrom('products').select('id'), filter, prices)
    .orderBy('id')
    .limit(limit)
  const { counted } = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

/** Looks for one product of each category, which takes the same time in a catalogue of any size. */
async function listKinds(db: Db) {
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kindKeys}::text[]) as kinds(kind) where exists (
      select from products where archived_at is null and products.kind = kinds.kind)`.execute(db)
  const used = new Set(rows.map(({ kind }) => kind))
  return kindKeys.filter((kind) => used.has(kind))
}

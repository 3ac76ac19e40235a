import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { FitFilter, ListedProduct, ProductFilter } from '#contract/products/products.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import type { ProductKind } from '#contract/shared/product-kinds.ts'
import type { ChosenEngine } from '#contract/vehicles/engines.ts'
import { runPrepared } from '../../db/prepared.ts'
import type { Connections, Db } from '../../db/index.ts'
import type { Among } from '../search/matching-products.ts'
import { carOf } from '../fitments/cars.ts'
import type { Car } from '../fitments/cars.ts'
import { fitsOf } from '../fitments/fits.ts'
import { AppError } from '../../errors/errors.ts'

/** The most parts of a car that are read before a list; more are many enough to meet soon in any order. */
const fewMax = 1_000

/** The products that a list for a car has. */
export interface CarFilter extends Car {
  fits: FitFilter
  kind: ProductKind | undefined
  /** For `this-car`: the products, unless they are many. */
  few: string[] | undefined
}

/** The car filter of a request; undefined if it names no car. Fails for a car that the shop does not know. */
export async function carFilterOf(
  from: Connections,
  { vehicle, engine, fits = 'this-car', kind }: ProductFilter,
): Promise<CarFilter | undefined> {
  if (vehicle === undefined) return undefined
  const car = await carOf(from.pool, vehicle, engine)
  if (!car) throw new AppError('not-found', { detail: 'Unknown car' })
  const few = fits === 'this-car' ? await fewParts(from, { ...car, kind }) : undefined
  return { ...car, fits, kind, few }
}

async function fewParts(from: Connections, covered: Covered): Promise<string[] | undefined> {
  const rows = await runPrepared(
    from,
    sql<{ product_id: string }>`
      select product_id from fitments where ${coveringCar(covered)} limit ${fewMax + 1}`,
  )
  return rows.length > fewMax ? undefined : [...new Set(rows.map((row) => row.product_id))]
}

type Covered = Pick<CarFilter, 'modelId' | 'year' | 'engine' | 'kind'>

/** The rows of `fitments` that cover the car and do not exclude its engine, as `verdictOf` decides. */
function coveringCar({ modelId, year, engine, kind }: Covered): RawBuilder<boolean> {
  // The index has no engines: rows of the table are read for a chosen one only.
  const ofEngine = engine === null ? [] : engineConditions(engine)
  const ofKind = kind === undefined ? [] : [sql`fitments.kind = ${kind}`]
  const ofYear = [sql`year_to >= ${year}`, sql`year_from <= ${year}`]
  return sql.join([sql`model_id = ${modelId}`, ...ofKind, ...ofYear, ...ofEngine], sql` and `)
}

/** No fitment asks for these. */
const noEngine = { decilitres: 0, cylinders: 0, fuel: '' }

/** One form for all engines, so that few statements are prepared. */
function engineConditions(engine: Exclude<ChosenEngine, null>) {
  const facts =
    engine === 'other'
      ? noEngine
      : { ...engine, decilitres: engine.litres === null ? null : Math.round(engine.litres * 10) }
  return [
    sql`(decilitres is null or decilitres = coalesce(${facts.decilitres}::int, decilitres))`,
    sql`(cylinders is null or cylinders = coalesce(${facts.cylinders}::int, cylinders))`,
    sql`(fuel is null or fuel = coalesce(${facts.fuel}::text, fuel))`,
  ]
}

/** The condition of the filter on rows of `products`. */
export function fitting(filter: CarFilter): RawBuilder<boolean> {
  const { fits, few } = filter
  if (fits === 'every-car') return sql`is_universal`
  if (fits === 'unknown') {
    return sql`not is_universal and not exists (select from fitments where product_id = products.id)`
  }
  if (few) return sql`id = any (${few}::uuid[])`
  // Not as a join, which would read all of the parts before it sorts them.
  return sql`(id in (select product_id from fitments where ${coveringCar(filter)})) is true`
}

/** The products of the filter, for a search. */
export function amongOf(filter: CarFilter): Among {
  const { fits, few } = filter
  if (fits === 'this-car') {
    const ids = sql`select product_id from fitments where ${coveringCar(filter)}`
    return { few, ids, condition: fitting(filter) }
  }
  const universal = sql`select products.id from products where is_universal and archived_at is null`
  const isUniversal = sql`(id in (${universal})) is true`
  if (fits === 'every-car') return { few: undefined, ids: universal, condition: isUniversal }
  return {
    few: undefined,
    ids: sql`select products.id from products where archived_at is null and ${fitting(filter)}`,
    condition: sql`not (${isUniversal}) and not exists (select from fitments where product_id = found.id)`,
  }
}

/** The kinds that have products for the car. */
export async function kindsForCar(db: Db, filter: CarFilter): Promise<ProductKind[]> {
  const covering = coveringCar({ ...filter, kind: undefined })
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kindKeys}::text[]) as kinds(kind) where exists (
      select from fitments join products on products.id = product_id
      where ${covering} and fitments.kind = kinds.kind and archived_at is null)`.execute(db)
  const used = new Set(rows.map(({ kind }) => kind))
  return kindKeys.filter((kind) => used.has(kind))
}

/** The products of a list for a car, with their verdicts. */
export async function withFit(
  pool: Pool,
  car: CarFilter,
  products: readonly ListedProduct[],
): Promise<ListedProduct[]> {
  if (products.length === 0) return []
  const fits = await fitsOf(
    pool,
    car,
    products.map(({ _id }) => _id),
  )
  return products.map((product, at) => ({ ...product, fit: fits[at] }))
}

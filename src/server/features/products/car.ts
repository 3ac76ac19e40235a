import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { FitFilter, ListedProduct, ProductFilter } from '#contract/products.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import type { ProductKind } from '#contract/shared/product-kinds.ts'
import { otherEngine, readEngineKey } from '#contract/vehicles/engines.ts'
import type { ChosenEngine, Fuel } from '#contract/vehicles/engines.ts'
import { verdictOf } from '#contract/vehicles/fit.ts'
import type { FitRow, Position } from '#contract/vehicles/fit.ts'
import { readVehicleKey } from '#contract/vehicles/vehicle-key.ts'
import { prepared, runPrepared } from '../../db/index.ts'
import type { Connections, Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'

/** The most parts of a car that are read before a list; more are many enough to meet soon in any order. */
const fewParts = 1_000

/** The products that a list for a car has. */
export interface CarFilter {
  modelId: number
  year: number
  engine: ChosenEngine
  fits: FitFilter
  kind: ProductKind | undefined
  /** Of `this-car`: the products, unless they are many. */
  few: string[] | undefined
}

/** The car filter of a request; undefined if it names no car. Fails if the shop does not know the model. */
export async function carFilterOf(
  from: Connections,
  { vehicle, engine: engineKey, fits = 'this-car', kind }: ProductFilter,
): Promise<CarFilter | undefined> {
  const key = vehicle === undefined ? null : readVehicleKey(vehicle)
  if (!key) return undefined
  const engine = chosenEngine(engineKey)
  const limit = fits === 'this-car' ? fewParts + 1 : 0
  const covering = coveringCar({ modelId: sql`vehicle_models.id`, year: key.year, engine, kind })
  const [model] = await runPrepared(
    from,
    sql<{ id: number; parts: string[] }>`
      select vehicle_models.id, array(
        select product_id from fitments where ${covering} limit ${limit}) as parts
      from vehicle_models join vehicle_makes on vehicle_makes.id = make_id
      where vehicle_makes.slug = ${key.make} and vehicle_models.slug = ${key.model}`,
  )
  if (!model) throw new AppError('not-found', { detail: 'This shop does not know this car' })
  const few = model.parts.length > fewParts ? undefined : [...new Set(model.parts)]
  return { modelId: model.id, year: key.year, engine, fits, kind, few }
}

const chosenEngine = (key: string | undefined): ChosenEngine =>
  key === undefined || key === otherEngine ? (key ?? null) : readEngineKey(key)

interface Covered {
  modelId: number | RawBuilder<unknown>
  year: number
  engine: ChosenEngine
  kind: ProductKind | undefined
}

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

/** The same on rows that have the id of a product. */
export const foundFitting = (filter: CarFilter): RawBuilder<boolean> =>
  filter.fits === 'this-car'
    ? fitting(filter)
    : sql`id in (select products.id from products where ${fitting(filter)})`

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

interface CoveringRow {
  product_id: string
  decilitres: number | null
  cylinders: number | null
  fuel: Fuel | null
  position: Position | null
  per_car: number | null
  note: string | null
}

const selectCovering = prepared<CoveringRow, [products: string[], model: number, year: number]>(
  'fitments-of-products-for-car',
  `select product_id, decilitres, cylinders, fuel, position, per_car, note from fitments
   where product_id = any ($1::uuid[]) and model_id = $2 and year_from <= $3 and year_to >= $3`,
)

/** The products of a list for a car, with their verdicts. */
export async function withFit(
  pool: Pool,
  { modelId, year, engine, fits }: CarFilter,
  products: readonly ListedProduct[],
): Promise<ListedProduct[]> {
  if (products.length === 0) return []
  const ids = products.map(({ _id }) => _id)
  const found = fits === 'this-car' ? await selectCovering(pool, [ids, modelId, year]) : []
  const rows = Map.groupBy(found, (row) => row.product_id)
  return products.map((product) => {
    const covering = (rows.get(product._id) ?? []).map(toFitRow)
    const part = {
      isUniversal: fits === 'every-car',
      hasFitments: fits === 'this-car',
      rows: covering,
    }
    return { ...product, fit: verdictOf(part, engine) }
  })
}

const toFitRow = ({ decilitres, per_car: perCar, ...row }: CoveringRow): FitRow => ({
  litres: decilitres === null ? null : decilitres / 10,
  cylinders: row.cylinders,
  fuel: row.fuel,
  position: row.position,
  perCar,
  note: row.note,
})

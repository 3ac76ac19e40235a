import type { Pool } from 'pg'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ListedProduct } from '#contract/products/products.ts'
import { kindKeys } from '#contract/shared/product-kinds.ts'
import type { ProductKind } from '#contract/shared/product-kinds.ts'
import type { FitRow } from '#contract/fitments/fit.ts'
import { prepared } from '../../db/prepared.ts'
import type { Parameters } from '../../db/prepared.ts'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import { listedColumns, rated, toListed } from '../products/product-rows.ts'
import type { ListedRow, RatedRow } from '../products/product-rows.ts'

/** The cars that a list is about. */
export type Cars = { make: number } | { model: number; year?: number; kind?: ProductKind }

/**
 * Products for sale with a fitment for the cars, oldest first. Not prepared: the best plan for a model with tens of
 * thousands of fitments is the worst for one with a few.
 */
export async function listParts(
  db: Db,
  cars: Cars,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<ListedProduct[]> {
  const columns = sql.raw([...listedColumns, `${rated} as rated`].join(', '))
  const kind = 'kind' in cars ? sql`and kind = ${cars.kind}` : sql``
  const { rows } = await sql<ListedRow & RatedRow>`
    select ${columns} from products
    where archived_at is null ${kind} and exists (
      select from fitments where product_id = products.id and ${fitting(cars)})
    order by id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toListed)
}

function fitting(cars: Cars): RawBuilder<unknown> {
  if ('make' in cars) {
    return sql`model_id in (select id from vehicle_models where make_id = ${cars.make})`
  }
  const { model, year, kind } = cars
  return sql`model_id = ${model}
    ${kind === undefined ? sql`` : sql`and fitments.kind = ${kind}`}
    ${year === undefined ? sql`` : sql`and year_to >= ${year} and year_from <= ${year}`}`
}

export interface CarFitment extends FitRow {
  productId: string
  yearFrom: number
  yearTo: number
}

const selectFitments = prepared<
  Omit<CarFitment, 'litres'> & { decilitres: number | null },
  { products: string[]; model: number; year: number | null }
>(
  'car-page-fitments',
  (p) => `select product_id as "productId", year_from as "yearFrom", year_to as "yearTo",
     decilitres, cylinders, fuel, position, per_car as "perCar", note
   from fitments
   where product_id = any (${p.products}::uuid[]) and model_id = ${p.model}
     and (${p.year}::integer is null or ${p.year} between year_from and year_to)
   order by year_from, year_to, id`,
)

/** The fitments of some products for a model, or for one of its years. */
export async function listFitments(
  pool: Pool,
  products: readonly string[],
  model: number,
  year: number | undefined,
): Promise<CarFitment[]> {
  const rows = await selectFitments(pool, { products: [...products], model, year: year ?? null })
  return rows.map(({ decilitres, ...row }) => ({
    ...row,
    litres: decilitres === null ? null : decilitres / 10,
  }))
}

/** `offset 0` keeps the planner from reading all products, or all fitments of a model, into a hash table. */
const forSale = `exists (
  select from products where id = product_id and archived_at is null offset 0)`

const hasParts = (model: string) =>
  `exists (select from fitments where model_id = ${model} and ${forSale} offset 0)`

interface Named {
  slug: string
  name: string
}

/** The makes that there are parts for. */
export const listMakes = prepared<Named>(
  'car-page-makes-with-parts',
  () => `select slug, name from vehicle_makes as make
   where exists (select from vehicle_models as model
     where make_id = make.id and hidden_at is null and ${hasParts('model.id')} offset 0)
   order by ${nameOrder()}, id`,
)

/** The models of a make that there are parts for. */
export const listModels = prepared<Named, { make: number }>(
  'car-page-models-with-parts',
  (p) => `select slug, name from vehicle_models as model
   where make_id = ${p.make} and hidden_at is null
     and ${hasParts('model.id')}
   order by ${nameOrder()}, id`,
)

interface ModelKinds {
  model: number
  kinds: string[]
}

/** Each kind by itself: the index of fitments begins with model and kind. */
const anyKind = ({ model, kinds }: Parameters<ModelKinds>, year: string) => `(
  exists (select from unnest(${kinds}::text[]) as kinds(kind) cross join lateral (
    select from fitments where model_id = ${model} and fitments.kind = kinds.kind
      and year_to >= ${year} and year_from <= ${year} and ${forSale} limit 1) as own)
  or exists (select from fitments where model_id = ${model} and kind is null
    and year_to >= ${year} and year_from <= ${year} and ${forSale}))`

const selectYears = prepared<{ year: number }, ModelKinds>(
  'car-page-years',
  (p) => `select year from vehicle_models, generate_series(
     coalesce(lower(years), 1950), coalesce(upper(years) - 1, extract(year from now())::integer + 1)) as year
   where vehicle_models.id = ${p.model} and (years is null or years @> year) and ${anyKind(p, 'year')}
   order by year desc`,
)

/** The years of a model that there are parts for, newest first. */
export const listYears = async (pool: Pool, model: number) =>
  (await selectYears(pool, { model, kinds: kindKeys })).map(({ year }) => year)

const selectKinds = prepared<
  { kind: ProductKind },
  { model: number; year: number; kinds: string[] }
>(
  'car-page-kinds',
  (p) => `select kind from unnest(${p.kinds}::text[]) with ordinality as kinds(kind, place)
   where exists (select from fitments where model_id = ${p.model} and fitments.kind = kinds.kind
     and year_to >= ${p.year} and year_from <= ${p.year} and ${forSale})
   order by place`,
)

/** The kinds of parts that there are for a model year. */
export const listKinds = async (pool: Pool, model: number, year: number) =>
  (await selectKinds(pool, { model, year, kinds: kindKeys })).map(({ kind }) => kind)

const inYear = (model: string, year: string) =>
  `exists (select from fitments as other
     where other.product_id = fitments.product_id and other.model_id = ${model}
     and ${year} between other.year_from and other.year_to offset 0)`

const selectDifference = prepared<{ differs: boolean }, { model: number; year: number }>(
  'car-page-year-differs',
  // Only a fitment that begins or ends here can make a difference.
  (p) => `select exists (
     select from (
       select product_id from fitments where model_id = ${p.model} and year_to = ${p.year} - 1
       union all
       select product_id from fitments
       where model_id = ${p.model} and year_to >= ${p.year} and year_from = ${p.year}
     ) as fitments
     where ${forSale} and ${inYear(p.model, p.year)} <> ${inYear(p.model, `${p.year} - 1`)} offset 0) as differs`,
)

/** Whether a model year has the same parts as the year before. */
export const isTwinYear = async (pool: Pool, model: number, year: number) =>
  (await selectDifference(pool, { model, year }))[0]?.differs === false

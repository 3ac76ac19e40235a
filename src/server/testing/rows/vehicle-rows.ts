import { sql } from 'kysely'
import type { Fitment } from '#contract/fitments/fitments.ts'
import { readVehicleKey, slugOf } from '#contract/vehicles/vehicle-key.ts'
import type { TestShop } from '../shop.ts'

/**
 * A model of cars with its make; adds them if they are missing. Shops of tests have no cars by themselves.
 * `years` is a multirange, such as `{[1999,2006],[2010,2021]}`.
 */
export async function addModel(
  { database }: Pick<TestShop, 'database'>,
  { make = 'Volkswagen', model = 'Golf', years = '{[2010,2021]}' } = {},
) {
  const slugs = { make: slugOf(make), model: slugOf(model) }
  const { rows } = await database.pool.query<{ id: number }>(
    `with added as (
       insert into vehicle_makes (slug, name) values ($1, $2)
       on conflict (slug) do update set name = excluded.name returning id
     )
     insert into vehicle_models (make_id, slug, name, years, source)
     select id, $3, $4, $5::int4multirange, 'admin' from added
     on conflict (make_id, slug) do update set years = excluded.years
     returning id`,
    [slugs.make, make, slugs.model, model, years],
  )
  return { id: rows[0]!.id, ...slugs }
}

/** The years of the models that {@link addCars} adds. */
const years = '{[1985,2027]}'

const named = (slug: string) =>
  slug
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** Adds the makes and models of cars such as `volkswagen/golf/2014`, sold from 1985 to 2027. */
export async function addCars(shop: Pick<TestShop, 'database'>, ...cars: string[]) {
  for (const car of cars) {
    const { make, model } = keyOf(car)
    await addModel(shop, { make: named(make), model: named(model), years })
  }
}

function keyOf(car: string) {
  const key = readVehicleKey(car)
  if (!key) throw new Error(`${car} is not a car`)
  return key
}

/** A fitment of a car in its year only, with these values. */
export function fitmentFor(car: string, values: Partial<Fitment> = {}): Fitment {
  const { make, model, year } = keyOf(car)
  return {
    make,
    model,
    yearFrom: year,
    yearTo: year,
    litres: null,
    cylinders: null,
    fuel: null,
    position: null,
    perCar: null,
    note: null,
    ...values,
  }
}

/** Adds fitments to a product. Their makes and models are added too. */
export async function addFitments(
  shop: Pick<TestShop, 'database'>,
  productId: string,
  fitments: readonly Fitment[],
) {
  for (const { make, model, yearFrom, yearTo, litres, ...fitment } of fitments) {
    const { cylinders, fuel, position, perCar, note } = fitment
    await addCars(shop, `${make}/${model}/${yearFrom}`)
    await sql`
      insert into fitments (product_id, model_id, year_from, year_to, decilitres, cylinders, fuel,
        position, per_car, note)
      select ${productId}, vehicle_models.id, ${yearFrom}, ${yearTo}, ${litres}::numeric * 10,
        ${cylinders}, ${fuel}, ${position}, ${perCar}, ${note}
      from vehicle_models join vehicle_makes on vehicle_makes.id = make_id
      where vehicle_makes.slug = ${make} and vehicle_models.slug = ${model}`.execute(
      shop.database.db,
    )
  }
}

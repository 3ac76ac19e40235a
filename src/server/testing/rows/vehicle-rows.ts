import { slugOf } from '#contract/vehicles/vehicle-key.ts'
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

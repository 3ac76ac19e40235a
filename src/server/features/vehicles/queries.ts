import type { Pool } from 'pg'
import type { Response } from '#contract/shared/endpoint.ts'
import type { VehicleTree, vehicles } from '#contract/vehicles/vehicles.ts'
import { prepared } from '../../db/prepared.ts'
import { nameOrder } from '../../db/search.ts'

const versionStatement = prepared<{ version: string }>(
  'version of vehicles',
  () => `select concat_ws(' ',
     (select sum(hashtextextended(vehicle_makes::text, 0)) from vehicle_makes),
     (select sum(hashtextextended(vehicle_models::text, 0)) from vehicle_models)) as version`,
)

/** Differs after every change of makes and models. */
export const versionOfTree = async (pool: Pool) => (await versionStatement(pool))[0]?.version

const treeStatement = prepared<{ makes: VehicleTree['makes'] }>(
  'vehicle tree',
  () => `select coalesce(json_strip_nulls(json_agg(json_build_object(
     'slug', slug, 'name', name, 'aliases', nullif(aliases, '{}'), 'models', models)
     order by ${nameOrder()}, id)), '[]') as makes
   from vehicle_makes as make cross join lateral (
     select json_agg(json_build_object(
       'slug', slug, 'name', name, 'aliases', nullif(aliases, '{}'), 'years', array(
         select array[lower(range), upper(range) - 1] from unnest(years) as range order by range))
       order by ${nameOrder()}, id) as models
     from vehicle_models where make_id = make.id and hidden_at is null
   ) as own
   where models is not null`,
)

export const readTree = async (pool: Pool): Promise<VehicleTree> =>
  (await treeStatement(pool))[0] ?? { makes: [] }

type Model = Response<typeof vehicles.model>

const modelStatement = prepared<Model, { make: string; model: string }>(
  'engines of a vehicle model',
  (p) => `select make.name as make, model.name as model, coalesce(engines, '[]') as engines
   from vehicle_makes as make join vehicle_models as model on make_id = make.id
   cross join lateral (
     select json_agg(json_build_object(
       'litres', decilitres / 10.0, 'cylinders', cylinders, 'fuel', fuel, 'years', array(
         select array[lower(range), upper(range) - 1] from unnest(years) as range order by range))
       order by decilitres, cylinders, fuel) as engines
     from (
       select decilitres, cylinders, fitments.fuel,
         range_agg(int4range(year_from, year_to, '[]')) as years
       from fitments join products on products.id = product_id and archived_at is null
       where model_id = model.id and num_nonnulls(decilitres, cylinders, fitments.fuel) > 0
       group by decilitres, cylinders, fitments.fuel
     ) as engine
   ) as own
   where make.slug = ${p.make} and model.slug = ${p.model}`,
)

/** The engines that products in the catalogue name for a model. */
export const readModel = async (
  pool: Pool,
  { make, model }: { make: string; model: string },
): Promise<Model | undefined> => (await modelStatement(pool, { make, model }))[0]

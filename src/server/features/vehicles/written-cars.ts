import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../../db/temporary-table.ts'

interface NamedModel {
  id: number
  name: string
  /** Its name first, then its address and its other names. */
  names: string[]
}

export interface NamedMake extends Omit<NamedModel, 'id'> {
  models: NamedModel[]
}

interface KnownName {
  makeKey: string
  modelKey: string
  model: number
  /** How many of the two are other names: of make and model the smaller is meant, of as many the make's own. */
  others: number
}

const readMakes = async (db: Db) =>
  (
    await sql<NamedMake>`
      select name, array[name, slug] || aliases as names, (
        select coalesce(json_agg(json_build_object('id', id, 'name', name,
          'names', array[name, slug] || aliases) order by id), '[]')
        from vehicle_models where make_id = vehicle_makes.id) as models
      from vehicle_makes order by id`.execute(db)
  ).rows

/** Names of which these first ones are the own ones. */
const ownNames = 2

const isOther = (index: number) => index >= ownNames

const knownNames = (makes: readonly NamedMake[]): KnownName[] =>
  makes.flatMap(({ names, models }) =>
    names.map(nameKey).flatMap((makeKey, ofMake) =>
      models.flatMap((model) =>
        model.names.map((name, ofModel) => ({
          makeKey,
          modelKey: nameKey(name),
          model: model.id,
          others: 2 * Number(isOther(ofMake)) + Number(isOther(ofModel)),
        })),
      ),
    ),
  )

/**
 * The names of all makes and models as the temporary tables `known_makes` and `known_models`. A name may be that of
 * several models.
 */
export async function loadVehicleNames(trx: Db): Promise<NamedMake[]> {
  const makes = await readMakes(trx)
  const makeKeys = makes.flatMap(({ names }) => names.map(nameKey))
  await sql`create temp table known_makes on commit drop as
    select distinct make_key from unnest(${makeKeys}::text[]) as make_key`.execute(trx)
  await sql`create temp table known_models on commit drop as
    select "makeKey" as make_key, "modelKey" as model_key, model as model_id, min(others) as others
    from jsonb_to_recordset(${JSON.stringify(knownNames(makes))}::jsonb)
      as known("makeKey" text, "modelKey" text, model integer, others integer)
    group by 1, 2, 3`.execute(trx)
  await indexed(trx, 'known_makes', 'make_key')
  await indexed(trx, 'known_models', 'make_key, model_key')
  return makes
}

/**
 * The cars that the columns `make_key`, `model_key`, `year_from` and `year_to` of `written` mean, as the temporary
 * table `meant_cars`, in which `nth` counts them from 1; needs {@link loadVehicleNames}. In each year these are the
 * models that were sold then and have the name itself, else those that have it as another name: the `3 Series` of
 * 2012-2018 are nine BMWs, the `Golf` of 2004-2009 is Volkswagen's Golf until 2006 and then its Rabbit. Each has the
 * years from its first to its last. A name without a car in these years has none.
 */
export async function loadMeantCars(trx: Db, written: RawBuilder<unknown>) {
  await sql`
    create temp table meant_cars on commit drop as
    with named as (
      select distinct make_key, model_key, year_from, year_to from ${written} as written
    ), sold as (
      select named.*, model_id, others, year, min(others) over (
        partition by make_key, model_key, year_from, year_to, year) as fewest
      from named
      join known_models using (make_key, model_key)
      join vehicle_models on vehicle_models.id = model_id
      cross join unnest(
        int4multirange(int4range(year_from, year_to, '[]')) * coalesce(years, '{(,)}')) as span
      cross join generate_series(lower(span), upper(span) - 1) as year
    )
    select make_key, model_key, year_from, year_to, model_id, min(year) as first_year,
      max(year) as last_year, others in (1, 3) as is_other_name, row_number() over (
        partition by make_key, model_key, year_from, year_to order by min(year), model_id) as nth
    from sold where others = fewest
    group by make_key, model_key, year_from, year_to, model_id, others`.execute(trx)
  await indexed(trx, 'meant_cars', 'make_key, model_key, year_from, year_to')
}

import { sql } from 'kysely'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../../db/temporary-table.ts'
import { ListError } from './list-file.ts'
import type { ListedCode } from './read-codes.ts'
import { loadMeantCars, loadVehicleNames } from './written-cars.ts'

/**
 * Adds what codes mean to those in the database, and returns the number of new rows. Throws a {@link ListError} if the
 * list names cars that the shop does not know; years in which a known one was not sold are stored as they are.
 */
export async function addCodes(trx: Db, list: readonly ListedCode[]): Promise<number> {
  await loadVehicleNames(trx)
  await sql`
    create temp table listed_codes on commit drop as
    select * from jsonb_to_recordset(${JSON.stringify(list.flatMap(toRows))}) as given (scheme text, code text,
      make text, model text, make_key text, model_key text, year_from smallint, year_to smallint,
      decilitres smallint, cylinders smallint, fuel text)`.execute(trx)
  await indexed(trx, 'listed_codes', 'make_key, model_key, year_from, year_to')
  await loadMeantCars(trx, sql`listed_codes`)
  await refuseUnknown(trx)
  const { numAffectedRows } = await sql`
    insert into vehicle_codes
      (scheme, code, model_id, year_from, year_to, decilitres, cylinders, fuel)
    select scheme, code, model_id, first_year, last_year, decilitres, cylinders, fuel
    from listed_codes join meant_cars using (make_key, model_key, year_from, year_to)
    union all
    select scheme, code, model_id, year_from, year_to, decilitres, cylinders, fuel
    from listed_codes as listed
    join lateral (
      select model_id from known_models
      where make_key = listed.make_key and model_key = listed.model_key
      order by others, model_id limit 1
    ) as known on true
    where not exists (
      select from meant_cars where make_key = listed.make_key and model_key = listed.model_key
        and year_from = listed.year_from and year_to = listed.year_to)
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}

const toRows = ({ scheme, code, make, model, years, engine }: ListedCode) => {
  const { litres, cylinders, fuel } = engine
  const decilitres = litres === null ? null : Math.round(litres * 10)
  const keys = { make_key: nameKey(make), model_key: nameKey(model) }
  return years.map(([from, to]) => ({
    ...keys,
    scheme,
    code,
    make,
    model,
    year_from: from,
    year_to: to,
    decilitres,
    cylinders,
    fuel,
  }))
}

async function refuseUnknown(trx: Db) {
  const { rows } = await sql<{ car: string }>`
    select distinct make || ' ' || model as car from listed_codes
    left join known_models using (make_key, model_key) where model_id is null
    order by car`.execute(trx)
  if (rows.length > 0)
    throw new ListError(rows.map(({ car }) => `${car} is not in the list of cars`))
}

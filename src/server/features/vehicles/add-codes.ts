import { sql } from 'kysely'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../db/index.ts'
import { ListError } from './list-file.ts'
import type { ListedCode } from './read-codes.ts'

interface Model {
  id: number
  makes: string[]
  models: string[]
}

/**
 * Adds what codes mean to those in the database, and returns the number of new rows. Throws a {@link ListError} if the
 * list names cars that the shop does not know.
 */
export async function addCodes(trx: Db, list: readonly ListedCode[]): Promise<number> {
  const models = await modelsByName(trx)
  const faults = new Set<string>()
  const rows = list.flatMap(({ scheme, code, make, model, years, engine }) => {
    const id = models.get(keyOf(make, model))
    if (id === undefined) faults.add(`${make} ${model} is not in the list of cars`)
    const { litres, cylinders, fuel } = engine
    const decilitres = litres === null ? null : Math.round(litres * 10)
    return years.map(([from, to]) => ({ scheme, code, id, from, to, decilitres, cylinders, fuel }))
  })
  if (faults.size > 0) throw new ListError([...faults])
  const { numAffectedRows } = await sql`
    insert into vehicle_codes
      (scheme, code, model_id, year_from, year_to, decilitres, cylinders, fuel)
    select scheme, code, id, "from", "to", decilitres, cylinders, fuel
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (scheme text, code text, id integer,
      "from" smallint, "to" smallint, decilitres smallint, cylinders smallint, fuel text)
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}

const keyOf = (make: string, model: string) => `${nameKey(make)}/${nameKey(model)}`

/** Each model by its name, its address and its other names, the name first. */
async function modelsByName(db: Db) {
  const { rows } = await sql<Model>`
    select model.id, array[make.name, make.slug] || make.aliases as makes,
      array[model.name, model.slug] || model.aliases as models
    from vehicle_models as model join vehicle_makes as make on make.id = make_id`.execute(db)
  const found = new Map<string, number>()
  for (const at of [0, 1, 2]) {
    for (const { id, makes, models } of rows) {
      const names = at < 2 ? models.slice(at, at + 1) : models.slice(2)
      for (const make of makes) {
        for (const name of names) {
          if (!found.has(keyOf(make, name))) found.set(keyOf(make, name), id)
        }
      }
    }
  }
  return found
}

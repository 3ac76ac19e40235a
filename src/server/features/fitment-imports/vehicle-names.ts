import { sql } from 'kysely'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../db/index.ts'
import { indexed } from '../imports/large-files/file-table.ts'
import { lettersApart } from '../search/spelling.ts'

interface Model {
  id: number
  name: string
  /** Its name first, then its address and its other names. */
  names: string[]
}

interface Make {
  name: string
  names: string[]
  models: Model[]
}

/** How a name is preferred that several models have: the smaller, the better. */
interface KnownName {
  makeKey: string
  modelKey: string
  model: number
  rank: number
}

const readMakes = async (db: Db) =>
  (
    await sql<Make>`
      select name, array[name, slug] || aliases as names, (
        select coalesce(json_agg(json_build_object('id', id, 'name', name,
          'names', array[name, slug] || aliases) order by id), '[]')
        from vehicle_models where make_id = vehicle_makes.id) as models
      from vehicle_makes order by id`.execute(db)
  ).rows

const knownNames = (makes: readonly Make[]): KnownName[] =>
  makes.flatMap(({ names, models }) =>
    names.map(nameKey).flatMap((makeKey, makeRank) =>
      models.flatMap((model) =>
        model.names.map((name, rank) => ({
          makeKey,
          modelKey: nameKey(name),
          model: model.id,
          rank: makeRank * 1000 + rank,
        })),
      ),
    ),
  )

/** The names of all makes and models as the temporary tables `known_makes` and `known_models`. */
export async function loadVehicleNames(trx: Db): Promise<Make[]> {
  const makes = await readMakes(trx)
  const makeKeys = makes.flatMap(({ names }) => names.map(nameKey))
  await sql`create temp table known_makes on commit drop as
    select distinct make_key from unnest(${makeKeys}::text[]) as make_key`.execute(trx)
  await sql`create temp table known_models on commit drop as
    select distinct on ("makeKey", "modelKey")
      "makeKey" as make_key, "modelKey" as model_key, model as model_id
    from jsonb_to_recordset(${JSON.stringify(knownNames(makes))}::jsonb)
      as known("makeKey" text, "modelKey" text, model integer, rank integer)
    order by "makeKey", "modelKey", rank, model`.execute(trx)
  await indexed(trx, 'known_makes', 'make_key')
  await indexed(trx, 'known_models', 'make_key, model_key')
  return makes
}

/** A make and model as a file writes them. */
interface WrittenCar {
  make: string
  model: string
}

/** The make or model that a file may mean by a name that the shop does not know. */
export function suggestionFor(makes: readonly Make[], { make, model }: WrittenCar) {
  const key = nameKey(make)
  const known = makes.find(({ names }) => names.some((name) => nameKey(name) === key))
  return known ? nearest(known.models, model) : nearest(makes, make)
}

const shortestBeginning = 3

/** A name that begins the other one, or differs from it in few letters; of two as near, the one that is shown. */
function nearest(list: readonly { name: string; names: string[] }[], written: string) {
  const key = nameKey(written)
  const candidates = list.flatMap(({ name, names }) =>
    names.map((other) => ({
      name,
      isShown: other === name,
      apart: apartFrom(key, nameKey(other)),
    })),
  )
  const [best] = candidates.toSorted(
    (one, other) => one.apart - other.apart || Number(other.isShown) - Number(one.isShown),
  )
  return best && best.apart < 1 ? best.name : undefined
}

/** From 0, the same, to 1, another word. */
function apartFrom(key: string, other: string) {
  const [short, long] = [key, other].toSorted((one, two) => one.length - two.length)
  if (!short || !long) return 1
  if (short.length >= shortestBeginning && long.startsWith(short)) {
    return 0.5 - short.length / long.length / 2
  }
  const letters = lettersApart(key, other)
  return letters > Math.max(1, Math.floor(key.length / 3)) ? 1 : 0.5 + letters / long.length / 2
}

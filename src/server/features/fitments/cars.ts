import type { ClientBase } from 'pg'
import { otherEngine, readEngineKey } from '#contract/vehicles/engines.ts'
import type { ChosenEngine } from '#contract/vehicles/engines.ts'
import { carText, readVehicleKey } from '#contract/vehicles/vehicle-key.ts'
import { prepared } from '../../db/prepared.ts'

/** A car that somebody chose, found in the tables. */
export interface Car {
  modelId: number
  year: number
  engine: ChosenEngine
  /** `2014 Volkswagen Golf`, for people. */
  name: string
}

interface CarRow {
  modelId: number
  make: string
  model: string
}

const selectCar = prepared<CarRow, { make: string; model: string; year: number }>(
  'car',
  (p) => `select vehicle_models.id as "modelId", vehicle_makes.name as make,
     vehicle_models.name as model
   from vehicle_makes join vehicle_models on make_id = vehicle_makes.id
   where vehicle_makes.slug = ${p.make} and vehicle_models.slug = ${p.model}
     and (years is null or years @> ${p.year}::int)`,
)

/**
 * The car of a key such as `volkswagen/golf/2014` and the key of an engine; undefined if there is no such make or
 * model, or it was not sold in that year.
 */
export async function carOf(
  sql: Pick<ClientBase, 'query'>,
  vehicle: string,
  engine: string | undefined,
): Promise<Car | undefined> {
  const key = readVehicleKey(vehicle)
  if (!key) return undefined
  const [found] = await selectCar(sql, { make: key.make, model: key.model, year: key.year })
  if (!found) return undefined
  const { modelId, make, model } = found
  const { year } = key
  return { modelId, year, engine: engineOf(engine), name: carText({ make, model, year }) }
}

const engineOf = (key: string | undefined): ChosenEngine =>
  key === otherEngine ? 'other' : key === undefined ? null : readEngineKey(key)

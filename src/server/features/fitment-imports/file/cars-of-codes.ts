import { sql } from 'kysely'
import { nameKey } from '#contract/vehicles/vehicle-key.ts'
import type { Db } from '../../../db/index.ts'
import type { CarCode, ReadFitment } from './read-row.ts'

interface CodedCar extends CarCode {
  make: string
  model: string
  modelId: number
  yearFrom: number
  yearTo: number
  decilitres: number | null
  cylinders: number | null
  fuel: string | null
}

/** The rows of a file with the cars of their codes: one row for each car that a code means. */
export async function withCars(db: Db, rows: readonly ReadFitment[]): Promise<ReadFitment[]> {
  const codes = rows.flatMap(({ code }) => code ?? [])
  if (codes.length === 0) return [...rows]
  const cars = Map.groupBy(await carsOf(db, codes), keyOf)
  return rows.flatMap((row) => {
    if (!row.code) return [row]
    const found = cars.get(keyOf(row.code))
    if (!found)
      return [{ ...row, problem: `The ${row.code.scheme} code “${row.code.code}” is not known` }]
    return found.map((car, part) => forCar(row, car, part))
  })
}

const keyOf = ({ scheme, code }: CarCode) => `${scheme} ${code}`

async function carsOf(db: Db, codes: readonly CarCode[]): Promise<CodedCar[]> {
  const wanted = [...new Map(codes.map((code) => [keyOf(code), code])).values()]
  const { rows } = await sql<CodedCar>`
    select scheme, code, make.name as make, model.name as model, model.id as "modelId", year_from as "yearFrom",
      year_to as "yearTo", decilitres, cylinders, fuel
    from jsonb_to_recordset(${JSON.stringify(wanted)}) as wanted (scheme text, code text)
    join vehicle_codes using (scheme, code)
    join vehicle_models as model on model.id = model_id
    join vehicle_makes as make on make.id = make_id
    order by model_id, year_from, year_to, decilitres, cylinders, fuel`.execute(db)
  return rows
}

const engineFacts = ['decilitres', 'cylinders', 'fuel'] as const

function forCar(row: ReadFitment, car: CodedCar, part: number): ReadFitment {
  const named = { make_key: nameKey(car.make), model_key: nameKey(car.model) }
  const { make, model, decilitres, cylinders, fuel } = car
  const isOther = engineFacts.some(
    (fact) => row[fact] !== null && car[fact] !== null && row[fact] !== car[fact],
  )
  return {
    ...row,
    ...named,
    part,
    make,
    model,
    model_id: car.modelId,
    year_from: car.yearFrom,
    year_to: car.yearTo,
    decilitres: row.decilitres ?? decilitres,
    cylinders: row.cylinders ?? cylinders,
    fuel: row.fuel ?? fuel,
    problem: isOther ? 'The engine is another one than that of the code' : null,
  }
}

import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Fitment } from '#contract/fitments/fitments.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'

/** A fitment with the id of its model; undefined if the make and model are not known. */
interface Found {
  fitment: Fitment
  modelId: number | undefined
}

const slugsOf = ({ make, model }: Pick<Fitment, 'make' | 'model'>) => `${make}/${model}`

/** The models of fitments, by one statement. */
export async function findModels(db: Db, fitments: readonly Fitment[]): Promise<Found[]> {
  const { rows } = await sql<{ id: number; make: string; model: string }>`
    select vehicle_models.id, vehicle_makes.slug as make, vehicle_models.slug as model
    from vehicle_makes join vehicle_models on make_id = vehicle_makes.id
    where (vehicle_makes.slug, vehicle_models.slug) in (
      select * from unnest(${fitments.map(({ make }) => make)}::text[],
        ${fitments.map(({ model }) => model)}::text[]))`.execute(db)
  const ids = new Map(rows.map((row) => [slugsOf(row), row.id]))
  return fitments.map((fitment) => ({ fitment, modelId: ids.get(slugsOf(fitment)) }))
}

/** Adds fitments to a product; those of unknown models are left out. */
export async function insertFitments(
  trx: Transaction<Schema>,
  productId: string,
  found: readonly Found[],
) {
  const rows = found.flatMap(({ fitment, modelId }) =>
    modelId === undefined
      ? []
      : {
          product_id: productId,
          model_id: modelId,
          year_from: fitment.yearFrom,
          year_to: fitment.yearTo,
          decilitres: fitment.litres === null ? null : Math.round(fitment.litres * 10),
          cylinders: fitment.cylinders,
          fuel: fitment.fuel,
          position: fitment.position,
          per_car: fitment.perCar,
          note: fitment.note,
        },
  )
  if (rows.length > 0) await trx.insertInto('fitments').values(rows).execute()
}

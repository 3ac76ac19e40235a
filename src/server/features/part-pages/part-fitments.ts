import type { Pool } from 'pg'
import type { ShownFitment } from '#contract/vehicles/fitments.ts'
import { prepared } from '../../db/index.ts'

interface FitmentRow extends Omit<ShownFitment, 'litres'> {
  decilitres: number | null
  models: number
}

/** Models are limited, not fitments, so that no model is shown with a part of its years. */
const selectFitments = prepared<FitmentRow, [product: string, models: number | null]>(
  'part-page-fitments',
  `with cars as (
     select makes.slug as make, makes.name as "makeName", models.slug as model, models.name as "modelName",
       year_from as "yearFrom", year_to as "yearTo", decilitres, cylinders, fuel, position, per_car as "perCar",
       note, fitments.id, dense_rank() over (order by makes.name, models.name, models.id) as place
     from fitments
     join vehicle_models as models on models.id = model_id
     join vehicle_makes as makes on makes.id = make_id
     where product_id = $1
   )
   select make, "makeName", model, "modelName", "yearFrom", "yearTo", decilitres, cylinders, fuel, position,
     "perCar", note, (select max(place) from cars)::integer as models
   from cars where $2::integer is null or place <= $2
   order by place, "yearFrom", "yearTo", id`,
)

/** The cars that a part fits, of the first models, or of all if `modelsMax` is null. */
export async function listPartFitments(pool: Pool, product: string, modelsMax: number | null) {
  const rows = await selectFitments(pool, [product, modelsMax])
  return {
    models: rows[0]?.models ?? 0,
    fitments: rows.map(toShown),
  }
}

function toShown(row: FitmentRow): ShownFitment {
  const { models: _, decilitres, ...shown } = row
  return { ...shown, litres: decilitres === null ? null : decilitres / 10 }
}

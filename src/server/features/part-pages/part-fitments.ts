import type { Pool } from 'pg'
import type { ShownFitment } from '#contract/fitments/fitments.ts'
import { prepared } from '../../db/prepared.ts'
import { nameOrder } from '../../db/search.ts'

interface FitmentRow extends Omit<ShownFitment, 'litres'> {
  decilitres: number | null
  models: number
}

/** Each name is put in order once, which takes longer than reading it. Models are limited, not fitments, so that no model is shown with a part of its years. */
const selectFitments = prepared<FitmentRow, { product: string; models: number | null }>(
  'part-page-fitments',
  (p) => `with named as (
     select models.id, models.slug as model, models.name as "modelName", makes.slug as make, makes.name as "makeName",
       row_number() over (order by ${nameOrder('makes.name')}, ${nameOrder('models.name')}, models.id) as place
     from vehicle_models as models join vehicle_makes as makes on makes.id = make_id
     where models.id in (select model_id from fitments where product_id = ${p.product})
   ), cars as (
     select make, "makeName", model, "modelName", year_from as "yearFrom", year_to as "yearTo", decilitres,
       cylinders, fuel, position, per_car as "perCar", note, fitments.id, place
     from fitments join named on named.id = model_id
     where product_id = ${p.product}
   )
   select make, "makeName", model, "modelName", "yearFrom", "yearTo", decilitres, cylinders, fuel, position,
     "perCar", note, (select max(place) from cars)::integer as models
   from cars where ${p.models}::integer is null or place <= ${p.models}
   order by place, "yearFrom", "yearTo", id`,
)

/** The cars that a part fits, of the first models, or of all if `modelsMax` is null. */
export async function listPartFitments(pool: Pool, product: string, modelsMax: number | null) {
  const rows = await selectFitments(pool, { product, models: modelsMax })
  return {
    models: rows[0]?.models ?? 0,
    fitments: rows.map(toShown),
  }
}

function toShown(row: FitmentRow): ShownFitment {
  const { models: _, decilitres, ...shown } = row
  return { ...shown, litres: decilitres === null ? null : decilitres / 10 }
}

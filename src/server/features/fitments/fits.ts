import type { ClientBase } from 'pg'
import { verdictOf } from '#contract/fitments/fit.ts'
import type { Fit, FitRow } from '#contract/fitments/fit.ts'
import { prepared } from '../../db/prepared.ts'
import type { Car } from './cars.ts'

interface PartRow {
  id: string
  isUniversal: boolean
  hasFitments: boolean
  rows: FitRow[]
}

/** `exists` instead of a count: a part may have thousands of fitments. */
const selectParts = prepared<PartRow, { ids: string[]; modelId: number; year: number }>(
  'fitments-of-products',
  (p) => `select id, is_universal as "isUniversal",
     exists (select from fitments where product_id = products.id) as "hasFitments",
     array(
       select jsonb_build_object('litres', decilitres / 10.0, 'cylinders', cylinders, 'fuel', fuel,
         'position', position, 'perCar', per_car, 'note', note)
       from fitments where product_id = products.id and model_id = ${p.modelId}
         and year_from <= ${p.year} and year_to >= ${p.year}
     ) as rows
   from products where id = any (${p.ids}::uuid[]) and archived_at is null`,
)

/** The verdict on products that are not in the shop. */
const unknown = verdictOf({ isUniversal: false, hasFitments: false, rows: [] }, null)

/** Whether each product fits the car, by one statement, in the order of the ids. */
export async function fitsOf(
  sql: Pick<ClientBase, 'query'>,
  { modelId, year, engine }: Car,
  productIds: readonly string[],
): Promise<Fit[]> {
  const parts = await selectParts(sql, { ids: [...new Set(productIds)], modelId, year })
  const fits = new Map(parts.map((part) => [part.id, verdictOf(part, engine)]))
  return productIds.map((id) => fits.get(id.toLowerCase()) ?? unknown)
}

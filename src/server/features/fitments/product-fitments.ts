import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type {
  ManagedFitments,
  ProductFitments,
  StoredFitment,
} from '#contract/fitments/fitments.ts'
import { prepared } from '../../db/prepared.ts'
import { nameOrder } from '../../db/search.ts'
import type { Db } from '../../db/index.ts'

/** Each name is put in order once, which takes longer than reading it. */
const fitmentsOf = (products: string) => `
  select is_universal as "isUniversal", array(
    select jsonb_build_object('make', make, 'makeName', make_name, 'model', model, 'modelName', model_name,
      'yearFrom', year_from, 'yearTo', year_to, 'litres', decilitres / 10.0, 'cylinders', cylinders,
      'fuel', fuel, 'position', position, 'perCar', per_car, 'note', note)
    from fitments join (
      select models.id, models.slug as model, models.name as model_name, makes.slug as make, makes.name as make_name,
        row_number() over (order by ${nameOrder('makes.name')}, ${nameOrder('models.name')}, models.id) as place
      from vehicle_models as models join vehicle_makes as makes on makes.id = make_id
      where models.id in (select model_id from fitments where product_id = products.id)
    ) as named on named.id = model_id
    where product_id = products.id
    order by place, year_from, year_to, decilitres, cylinders, fuel, position, note
  ) as fitments
  from products where ${products}`

const selectFitments = prepared<ProductFitments, { id: string }>('fitments-of-product', (p) =>
  fitmentsOf(`id = ${p.id} and archived_at is null`),
)

/** What a product in the shop fits. */
export async function findFitments(pool: Pool, id: string): Promise<ProductFitments | undefined> {
  const [found] = await selectFitments(pool, { id })
  return found
}

const selectManagedFitments = prepared<ProductFitments, { id: string }>(
  'managed-fitments-of-product',
  (p) => fitmentsOf(`id = ${p.id}`),
)

/** What a product fits, in the shop or taken out of it. */
export async function findManagedFitments(
  db: Db,
  id: string,
): Promise<ManagedFitments | undefined> {
  const [found] = await selectManagedFitments.runIn(db, { id })
  return found && { ...found, version: versionOf(found) }
}

/** A hash, equal for two products that fit the same cars. */
export const versionOf = ({ isUniversal, fitments }: ProductFitments) =>
  createHash('sha256')
    .update(JSON.stringify([isUniversal, fitments.map(fitmentText)]))
    .digest('base64url')

/** Every value of a fitment, to compare it with others. */
export const fitmentText = (fitment: StoredFitment) => {
  const { make, model, yearFrom, yearTo, litres, cylinders, fuel, position, perCar, note } = fitment
  const values = [make, model, yearFrom, yearTo, litres, cylinders, fuel, position, perCar, note]
  return JSON.stringify(values)
}

import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import type { Fitment, ManagedFitments, ProductFitments } from '#contract/vehicles/fitments.ts'
import { prepared } from '../../db/index.ts'
import type { Db } from '../../db/index.ts'

const fitmentsOf = (products: string) => `
  select is_universal as "isUniversal", array(
    select jsonb_build_object('make', vehicle_makes.slug, 'makeName', vehicle_makes.name,
      'model', vehicle_models.slug, 'modelName', vehicle_models.name,
      'yearFrom', year_from, 'yearTo', year_to, 'litres', decilitres / 10.0, 'cylinders', cylinders,
      'fuel', fuel, 'position', position, 'perCar', per_car, 'note', note)
    from fitments join vehicle_models on vehicle_models.id = model_id
      join vehicle_makes on vehicle_makes.id = make_id
    where product_id = products.id
    order by vehicle_makes.name, vehicle_models.name, vehicle_models.id, year_from, year_to, decilitres,
      cylinders, fuel, position, note
  ) as fitments
  from products where ${products}`

const selectFitments = prepared<ProductFitments, [id: string]>(
  'fitments-of-product',
  fitmentsOf('id = $1 and archived_at is null'),
)

/** What a product in the shop fits. */
export async function findFitments(pool: Pool, id: string): Promise<ProductFitments | undefined> {
  const [found] = await selectFitments(pool, [id])
  return found
}

/** What a product fits, in the shop or taken out of it. */
export async function findManagedFitments(
  db: Db,
  id: string,
): Promise<ManagedFitments | undefined> {
  const query = CompiledQuery.raw(fitmentsOf('id = $1'), [id])
  const { rows } = await db.executeQuery<ProductFitments>(query)
  const [found] = rows
  return found && { ...found, version: versionOf(found) }
}

/** The same for two products that fit the same. */
export const versionOf = ({ isUniversal, fitments }: ProductFitments) =>
  createHash('sha256')
    .update(JSON.stringify([isUniversal, fitments.map(fitmentText)]))
    .digest('base64url')

/** Every value of a fitment, to compare it with others. */
export const fitmentText = (fitment: Fitment) => {
  const { make, model, yearFrom, yearTo, litres, cylinders, fuel, position, perCar, note } = fitment
  const values = [make, model, yearFrom, yearTo, litres, cylinders, fuel, position, perCar, note]
  return JSON.stringify(values)
}

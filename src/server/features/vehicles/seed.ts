import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/index.ts'
import { addVehicles } from './add-vehicles.ts'
import { readList } from './read-list.ts'

/** The cars sold in the USA since 1981, from `npm run vehicles:derive`. */
export const shippedVehicles = async () =>
  readList(await readFile(join(import.meta.dirname, 'data/vehicles-us.csv')))

/** Fills an empty list of cars; nodes that start at the same time add it once. */
export async function seedVehicles(db: Db): Promise<void> {
  const any = await db.selectFrom('vehicle_makes').select('id').limit(1).executeTakeFirst()
  if (any) return
  const list = await shippedVehicles()
  await db.transaction().execute((trx) => addVehicles(trx, list, 'vpic'))
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { addVehicles } from './add-vehicles.ts'
import { readList } from './read-list.ts'

/** The cars sold in the USA since 1981, from `npm run vehicles:derive`. */
export const shippedVehicles = async () =>
  readList(await readFile(join(import.meta.dirname, 'data/vehicles-us.csv')))

/** Fills an empty list of cars. */
export async function seedVehicles(db: Db): Promise<void> {
  if (await hasVehicles(db)) return
  const list = await shippedVehicles()
  await db.transaction().execute(async (trx) => {
    // Nodes may start at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('vehicles'))`.execute(trx)
    if (!(await hasVehicles(trx))) await addVehicles(trx, list, 'vpic')
  })
}

const hasVehicles = async (db: Db) =>
  (await db.selectFrom('vehicle_makes').select('id').limit(1).executeTakeFirst()) !== undefined

import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { configuration } from '../../audit/record.ts'
import { findModels, insertFitments } from '../../fitments/store-fitments.ts'
import { insertNumbers } from '../../numbers/change-numbers.ts'
import { addProduct } from '../queries.ts'
import { demoFitments, universalDemoPart } from './demo-fitments.ts'
import { demoNumbers } from './demo-numbers.ts'
import { demoProducts } from './demo-products.ts'
import type { Db } from '../../../db/index.ts'
import type { Schema } from '../../../db/schema.ts'

/**
 * Fills an empty catalogue, once: a shop that archived everything stays empty. Parts fit cars only if the list of cars is
 * filled already.
 */
export function seedDemoCatalogue(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`.execute(trx)
    const any = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (any) return
    const by = { actor: configuration, email: 'demo@autoparts.example' }
    const fits = await hasDemoCars(trx)
    for (const product of demoProducts) {
      const { insertedId } = await addProduct(trx, product, by)
      await insertNumbers(trx, insertedId, demoNumbers[product.partNumber ?? ''] ?? [])
      if (fits) await addFitments(trx, insertedId, product.partNumber)
    }
  })
}

/** Whether the list of cars has those that the demo parts fit. */
const hasDemoCars = async (trx: Transaction<Schema>) =>
  (await findModels(trx, Object.values(demoFitments).flat())).every(({ modelId }) => modelId)

async function addFitments(trx: Transaction<Schema>, id: string, partNumber = '') {
  if (partNumber === universalDemoPart) {
    await trx.updateTable('products').set({ is_universal: true }).where('id', '=', id).execute()
  }
  await insertFitments(trx, id, await findModels(trx, demoFitments[partNumber] ?? []))
}

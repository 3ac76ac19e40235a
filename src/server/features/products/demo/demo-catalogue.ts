import { sql } from 'kysely'
import { configuration } from '../../audit/record.ts'
import { addProduct } from '../queries.ts'
import { demoProducts } from './demo-products.ts'
import type { Db } from '../../../db/index.ts'

/** Fills an empty catalogue, once: a shop that archived everything stays empty. */
export function seedDemoCatalogue(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo catalogue'))`.execute(trx)
    const any = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (any) return
    const by = { actor: configuration, email: 'demo@autoparts.example' }
    for (const product of demoProducts) await addProduct(trx, product, by)
  })
}

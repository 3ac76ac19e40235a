import type { Db } from '../../db/index.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'

/** Sets the low-stock level of a product; null: the default. Undefined if there is no such product. */
export function setLowLevel(
  db: Db,
  actor: Actor,
  { id, lowLevel }: { id: string; lowLevel: number | null },
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    const product = await trx
      .selectFrom('products')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!product) return undefined
    await trx
      .insertInto('stock_watch')
      .values({ product_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await trx
      .selectFrom('stock_watch')
      .select('low_level')
      .where('product_id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.low_level === lowLevel) return 0
    await trx
      .updateTable('stock_watch')
      .set({ low_level: lowLevel })
      .where('product_id', '=', id)
      .execute()
    await recordAdminAction(trx, actor, {
      action: 'change-product',
      target: id,
      before: { low_level: before.low_level },
      after: { low_level: lowLevel },
    })
    return 1
  })
}

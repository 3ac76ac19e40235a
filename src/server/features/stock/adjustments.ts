import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { StockChange } from '#contract/products/manage-products.ts'
import { quantityMax } from '#contract/products/fields/product-fields.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'

/** Records the first units of a new product. */
export async function recordReceived(
  trx: Transaction<Schema>,
  { productId, units }: { productId: string; units: number },
) {
  if (units === 0) return
  await trx
    .insertInto('stock_movements')
    .values({ product_id: productId, delta: units, reason: 'received' })
    .execute()
}

/** Records a change of units for each row of a CTE, as a part of the statement that changes them. */
export const recordChanges = (
  rows: string,
  { delta, reason }: { delta: string; reason: 'received' | 'corrected' },
) => sql`
  insert into stock_movements (product_id, delta, reason)
  select id, ${sql.raw(delta)}, ${sql.lit(reason)} from ${sql.table(rows)}
  where ${sql.raw(delta)} <> 0`

/** The sum of a product's movements other than by orders: only a change by an admin moves it. */
export const netAdjustments = (productId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(delta), 0) from stock_movements
  where product_id = ${productId} and order_id is null)`

/** Adds or removes units relative to the current stock, so that concurrent sales are kept. Returns the new stock. */
export async function changeStock(
  trx: Transaction<Schema>,
  actor: Actor,
  { id, delta, reason, seen }: StockChange & { id: string },
): Promise<{ quantity: number }> {
  const after = sql<number>`(quantity + ${delta}::bigint)`
  const changed = await trx
    .updateTable('products')
    .set({ quantity: after })
    .where('id', '=', id)
    .where(sql<boolean>`${after} between 0 and greatest(${quantityMax}::bigint, quantity)`)
    .$if(seen !== undefined, (query) => query.where('quantity', '=', seen ?? 0))
    .returning('quantity')
    .executeTakeFirst()
  if (!changed) throw await stockRefusal(trx, { id, delta, seen })
  await trx
    .insertInto('stock_movements')
    .values({ product_id: id, delta, reason: 'corrected' })
    .execute()
  await recordAdminAction(trx, actor, {
    action: 'change-product',
    target: id,
    before: { quantity: changed.quantity - delta },
    after: { quantity: changed.quantity, reason },
  })
  return changed
}

async function stockRefusal(
  trx: Transaction<Schema>,
  { id, delta, seen }: Omit<StockChange, 'reason'> & { id: string },
) {
  const row = await trx
    .selectFrom('products')
    .select('quantity')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return new AppError('not-found')
  const available = row.quantity
  const detail = `The stock is now ${available}`
  if (seen !== undefined && seen !== available) {
    return new AppError('changed-meanwhile', { detail, available })
  }
  if (available + delta < 0) return new AppError('insufficient-stock', { detail, available })
  const message = `The stock can be at most ${quantityMax}`
  return new AppError('invalid', { errors: [{ field: 'delta', message }] })
}

import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { ProductChange, StockChange } from '#contract/manage-products.ts'
import { quantityMax } from '#contract/products.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'

/** What is written about a product, as the database has it. */
interface Details {
  name: string
  price_cents: number
  description: string
  img: string
  part_number: string | null
  kind: string | null
}
type Column = keyof Details

/** The columns by the names that forms have for them. */
const columnOf = {
  name: 'name',
  price: 'price_cents',
  description: 'description',
  img: 'img',
  partNumber: 'part_number',
  kind: 'kind',
} as const satisfies Record<string, Column>
type Field = keyof typeof columnOf
// Safe: the keys of a constant.
const fields = Object.keys(columnOf) as Field[]

const asColumns = ({
  name,
  price,
  description,
  img,
  partNumber,
  kind,
}: ProductChange['seen']): Details => ({
  name,
  price_cents: toCents(price),
  description,
  img,
  part_number: partNumber || null,
  kind: kind || null,
})

/**
 * Changes the fields that the admin has changed, and no others: what another admin has written into
 * the same field meanwhile is told and stays. Returns how many products changed.
 */
export function changeProduct(
  db: Db,
  actor: Actor,
  { id, reason, ...change }: ProductChange & { id: string },
): Promise<number> {
  const [wanted, seen] = [asColumns(change), asColumns(change.seen)]
  return db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('products')
      .select(Object.values(columnOf))
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new AppError('not-found')
    const changed = fields.filter((field) => {
      const column = columnOf[field]
      return wanted[column] !== seen[column] && wanted[column] !== current[column]
    })
    refuseUnseen(
      changed.filter((field) => seen[columnOf[field]] !== current[columnOf[field]]),
      current,
    )
    if (changed.length === 0) return 0
    const after = only(wanted, changed)
    await trx.updateTable('products').set(after).where('id', '=', id).execute()
    await recordAdminAction(trx, actor, {
      action: 'change-product',
      target: id,
      before: only(current, changed),
      after: { ...after, ...(reason && { reason }) },
    })
    return 1
  })
}

function refuseUnseen(unseen: readonly Field[], current: Details) {
  if (unseen.length === 0) return
  throw new AppError('changed-meanwhile', {
    errors: unseen.map((field) => ({
      field,
      message: `Somebody else has changed this to “${textOf(field, current)}”. Save again to replace it`,
    })),
  })
}

const textOf = (field: Field, current: Details) =>
  field === 'price' ? dollars(toDollars(current.price_cents)) : (current[columnOf[field]] ?? '')

const only = (details: Details, changed: readonly Field[]): Partial<Details> =>
  Object.fromEntries(changed.map((field) => [columnOf[field], details[columnOf[field]]]))

/** Adds units or takes some out, whatever was sold since the admin looked. Answers the new stock. */
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
  const detail = `The stock is ${available} now`
  if (seen !== undefined && seen !== available) {
    return new AppError('changed-meanwhile', { detail, available })
  }
  if (available + delta < 0) return new AppError('insufficient-stock', { detail, available })
  const message = `The stock is ${quantityMax} at most`
  return new AppError('invalid', { errors: [{ field: 'delta', message }] })
}

/** Brings a product that was taken out back into the shop. Returns how many came. */
export function restoreProduct(db: Db, actor: Actor, id: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('products')
      .select('archived_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('not-found')
    if (!row.archived_at) return 0
    const after = { archived_at: null }
    await trx.updateTable('products').set(after).where('id', '=', id).execute()
    await recordAdminAction(trx, actor, {
      action: 'restore-product',
      target: id,
      before: row,
      after,
    })
    return 1
  })
}

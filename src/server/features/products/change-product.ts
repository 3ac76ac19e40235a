import { toCents, toDollars } from '#contract/shared/fields.ts'
import type { ProductChange } from '#contract/manage-products.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
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

import { isDeepStrictEqual } from 'node:util'
import { ladderProblem, toRungs, writeLadder } from '#contract/prices/ladder.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { ProductChange } from '#contract/products/manage-products.ts'
import { editableFields, productFields } from '#contract/products/fields/product-fields.ts'
import type { EditableField } from '#contract/products/fields/product-fields.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../errors/errors.ts'
import { toColumns } from './product-rows.ts'
import type { ColumnsOf } from './product-rows.ts'

type Details = ColumnsOf<EditableField>

const columnOf = (field: EditableField) => productFields[field].column
const detailColumns = editableFields.map(columnOf)

/**
 * Writes only the fields that differ from the expected version. Refuses fields that another admin has
 * changed meanwhile (optimistic concurrency). Returns the number of changed products.
 */
export function changeProduct(
  db: Db,
  actor: Actor,
  { id, reason, ...change }: ProductChange & { id: string },
): Promise<number> {
  const wanted = toColumns(editableFields, change)
  const expected = toColumns(editableFields, change.seen)
  return db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('products')
      .select(detailColumns)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!current) throw new AppError('not-found')
    const changed = editableFields.filter((field) => {
      const column = columnOf(field)
      const isWanted = (other: Details) => isDeepStrictEqual(wanted[column], other[column])
      return !isWanted(expected) && !isWanted(current)
    })
    refuseConflicts(
      changed.filter(
        (field) => !isDeepStrictEqual(expected[columnOf(field)], current[columnOf(field)]),
      ),
      current,
    )
    if (changed.length === 0) return 0
    const after = only(wanted, changed)
    refuseBreaks({ ...current, ...after })
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

function refuseConflicts(conflicts: readonly EditableField[], current: Details) {
  if (conflicts.length === 0) return
  throw new AppError('changed-meanwhile', {
    errors: conflicts.map((field) => ({
      field,
      message: `Someone else has changed this to “${textOf(field, current)}”. Save again to replace it`,
    })),
  })
}

function textOf(field: EditableField, current: Details) {
  const { column, stored } = productFields[field]
  if (stored === 'ladder') return writeLadder(toRungs(current[column] ?? []))
  return stored === 'cents' ? dollars(toDollars(current[column])) : (current[column] ?? '')
}

/** Refuses a price that is not above all rungs, whichever of them has changed. */
function refuseBreaks({ breaks, price_cents }: Pick<Details, 'breaks' | 'price_cents'>) {
  const message = ladderProblem(toRungs(breaks ?? []), toDollars(price_cents))
  if (message) throw new AppError('invalid', { errors: [{ field: 'breaks', message }] })
}

const only = (details: Details, changed: readonly EditableField[]): Partial<Details> =>
  Object.fromEntries(changed.map((field) => [columnOf(field), details[columnOf(field)]]))

/** Restores an archived product. Returns the number of restored products. */
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

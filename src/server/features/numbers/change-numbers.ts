import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { numberKinds, numberMessages } from '#contract/numbers/product-numbers.ts'
import type {
  ManagedNumbers,
  NumbersChange,
  ProductNumber,
  StoredNumber,
  Replacement,
} from '#contract/numbers/product-numbers.ts'
import { recordAdminAction } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { findManagedNumbers, numberText } from './product-numbers.ts'
import { labelOf } from '#contract/shared/open-enum.ts'

/** One change of numbers at a time, before any product is locked: an import takes both in this order. */
export const lockNumbers = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('numbers'))`.execute(trx)

/** The constraints that refuse a successor, with what is wrong with it. */
export const successorProblems: Readonly<Record<string, string>> = {
  products_replaced_by: numberMessages.unknownSuccessor,
  products_not_replaced_by_itself: numberMessages.itself,
  products_replaced_in_a_circle: numberMessages.circle,
  products_replaced_too_often: numberMessages.tooOften,
}

/** Replaces the numbers of a product and its successor, unless they are not what the admin saw. */
export async function changeNumbers(
  db: Db,
  actor: Actor,
  change: NumbersChange & { id: string },
): Promise<ManagedNumbers> {
  try {
    return await db.transaction().execute((trx) => replaceNumbers(trx, actor, change))
  } catch (error) {
    const refusal = error instanceof pg.DatabaseError && successorProblems[error.constraint ?? '']
    if (!refusal) throw error
    throw new AppError('invalid', { errors: [{ field: 'replacedBy', message: refusal }] })
  }
}

async function replaceNumbers(
  trx: Transaction<Schema>,
  actor: Actor,
  { id, seen, numbers, replacedBy }: NumbersChange & { id: string },
): Promise<ManagedNumbers> {
  await lockNumbers(trx)
  const before = await found(trx, id)
  if (isSame(before, { numbers, replacedBy })) return before
  if (before.version !== seen) throw new AppError('changed-meanwhile')

  await trx.deleteFrom('product_numbers').where('product_id', '=', id).execute()
  await insertNumbers(trx, id, numbers)
  if (replacedBy !== (before.replacedBy?._id ?? null)) {
    await trx
      .updateTable('products')
      .set({ replaced_by: replacedBy })
      .where('id', '=', id)
      .execute()
  }
  const after = await found(trx, id)
  await recordAdminAction(trx, actor, {
    action: 'change-product',
    target: id,
    before: loggedWithout(before, after),
    after: loggedWithout(after, before),
  })
  return after
}

/** Adds numbers to a product. */
export async function insertNumbers(
  trx: Transaction<Schema>,
  productId: string,
  numbers: readonly ProductNumber[],
) {
  const rows = numbers.map(({ kind, brand, number }) => ({
    product_id: productId,
    kind,
    brand,
    number,
  }))
  if (rows.length > 0) await trx.insertInto('product_numbers').values(rows).execute()
}

async function found(db: Db, id: string): Promise<ManagedNumbers> {
  const numbers = await findManagedNumbers(db, id)
  if (!numbers) throw new AppError('not-found')
  return numbers
}

interface Numbers {
  numbers: readonly StoredNumber[]
  replacedBy: string | null
}

const isSame = (one: ManagedNumbers, other: Numbers) =>
  (one.replacedBy?._id ?? null) === other.replacedBy &&
  one.numbers.length === other.numbers.length &&
  without(one, other).length === 0

/** The numbers of one side that the other lacks. */
function without(one: Pick<Numbers, 'numbers'>, other: Pick<Numbers, 'numbers'>): StoredNumber[] {
  const known = new Set(other.numbers.map(numberText))
  return one.numbers.filter((number) => !known.has(numberText(number)))
}

/** The most numbers that one entry of the audit log names. */
const loggedMax = 20

/** What the audit log says of one side of a change: the numbers that the other side lacks. */
function loggedWithout(one: ManagedNumbers, other: ManagedNumbers) {
  const texts = without(one, other).map(loggedNumber)
  const rest = texts.length - loggedMax
  const shown = [...texts.slice(0, loggedMax), ...(rest > 0 ? [`${rest} more`] : [])]
  return {
    ...(texts.length > 0 && { numbers: shown.join('; ') }),
    ...(one.replacedBy?._id !== other.replacedBy?._id && {
      replaced_by: one.replacedBy && nameOf(one.replacedBy),
    }),
  }
}

/** `OEM number 1K0 698 151, Volkswagen`. */
const loggedNumber = ({ kind, brand, number }: StoredNumber) =>
  [`${labelOf(numberKinds, kind)} ${number}`, brand].filter(Boolean).join(', ')

const nameOf = ({ name, partNumber }: Replacement) =>
  partNumber === undefined ? name : `${name}, ${partNumber}`

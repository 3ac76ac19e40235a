import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { cartMessages, savedListsMax } from '#contract/cart/cart.ts'
import type { NewList, SavedList } from '#contract/cart/cart.ts'
import { toDollars } from '#contract/shared/fields.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { nameOrder } from '../../db/search.ts'
import { AppError } from '../../errors/errors.ts'
import { loadAccountListIn, pricesFor } from '../prices/account-list.ts'
import { countWithinLimit, joinLines, lockCart, wishesOf } from './change-cart.ts'

type Trx = Transaction<Schema>

/** An account names each of its lists differently. */
export const listDuplicates = {
  saved_lists_name: { errors: [{ field: 'name', message: cartMessages.listNameTaken }] },
}

interface OwnList {
  userId: string
  id: string
}

/** The saved lists of an account, by name. */
export async function listSaved(db: Db, userId: string): Promise<SavedList[]> {
  const rows = await db
    .selectFrom('saved_lists')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'saved_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('saved_list_lines')
        .whereRef('list_id', '=', 'saved_lists.id')
        .select(fn.countAll<number>().as('parts'))
        .$asScalar()
        .$notNull()
        .as('parts'),
    )
    .orderBy(sql.raw(nameOrder()))
    .execute()
  return rows.map(({ id, name, parts, saved_at }) => ({
    _id: id,
    name,
    parts,
    savedAt: saved_at.toISOString(),
  }))
}

/** Keeps lines as a list, in place of the list of this name if it is to be replaced. */
export async function saveList(trx: Trx, userId: string, { name, replaces, lines }: NewList) {
  await lockCart(trx, userId)
  if (replaces) {
    await sql`
      delete from saved_lists where user_id = ${userId} and lower(name) = lower(${name})`.execute(
      trx,
    )
  }
  const { id } = await trx
    .insertInto('saved_lists')
    .values({ user_id: userId, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { numAffectedRows = 0n } = await sql`
    insert into saved_list_lines (list_id, line, product_id, quantity, vehicle, engine, number)
    select ${id}::uuid, line, products.id, units, car, motor, number
    from unnest(
      ${lines.map(({ product }) => product)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::integer[],
      ${wishesOf(lines)}
    ) with ordinality as wanted (product, units, car, motor, number, line) join products on products.id = product`.execute(
    trx,
  )
  if (numAffectedRows === 0n) throw new AppError('not-found')
  await refuseTooMany(trx, userId)
  return { insertedId: id }
}

async function refuseTooMany(trx: Trx, userId: string) {
  const { count } = await trx
    .selectFrom('saved_lists')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > savedListsMax) {
    throw new AppError('too-many-lists', { detail: cartMessages.tooManyLists })
  }
}

/** Returns the number of renamed lists. */
export async function renameList(db: Db, { userId, id }: OwnList, name: string) {
  const { numUpdatedRows } = await db
    .updateTable('saved_lists')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Returns the number of deleted lists. */
export async function removeList(db: Db, { userId, id }: OwnList) {
  const { numDeletedRows } = await db
    .deleteFrom('saved_lists')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Adds the parts of a list to the cart, at the account's current prices. */
export async function fillCart(trx: Trx, { userId, id }: OwnList, priceList: string | null) {
  await lockCart(trx, userId)
  const lines = await trx
    .selectFrom('saved_lists')
    .innerJoin('saved_list_lines', 'list_id', 'saved_lists.id')
    .innerJoin('products', 'products.id', 'product_id')
    .where('saved_lists.id', '=', id)
    .where('user_id', '=', userId)
    .select([
      'product_id',
      'saved_list_lines.quantity',
      'price_cents',
      'vehicle',
      'engine',
      'saved_list_lines.number',
    ])
    .orderBy('line')
    .execute()
  if (lines.length === 0) throw new AppError('not-found')
  const ids = lines.map(({ product_id }) => product_id)
  const list = await loadAccountListIn(trx, priceList, ids)
  const added = lines.map(({ product_id: product, price_cents, ...line }) => ({
    ...line,
    product,
    seenPrice: pricesFor({ _id: product, price: toDollars(price_cents) }, list).price,
  }))
  await joinLines(trx, userId, added, 'add')
  return countWithinLimit(trx, userId)
}

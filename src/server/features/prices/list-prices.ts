import { sql } from 'kysely'
import { writeLadder } from '#contract/prices/ladder.ts'
import type { ListAccount, ListPrices, ListPricesChange } from '#contract/prices/price-lists.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import { nameOrder } from '../../db/search.ts'
import { AppError } from '../../errors/errors.ts'
import { toPriced } from './account-list.ts'
import { lockList } from './price-lists.ts'

interface Page {
  page: number
  limit: number
}

async function requireList(db: Db, id: string) {
  const list = await db
    .selectFrom('price_lists')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!list) throw new AppError('not-found')
}

interface PricesRow {
  id: string
  name: string
  part_number: string | null
  price_cents: number
  breaks: number[] | null
  own: { from: number; cents: number }[]
}

/** One page of the products with prices of their own, by name. */
export async function pricesOfList(
  db: Db,
  id: string,
  { page, limit }: Page,
): Promise<ListPrices[]> {
  await requireList(db, id)
  const { rows } = await sql<PricesRow>`
    select products.id, name, part_number, price_cents, breaks, own
    from (
      select product_id, jsonb_agg(jsonb_build_object(
        'from', min_quantity, 'cents', list_prices.price_cents) order by min_quantity) as own
      from list_prices where price_list = ${id} group by product_id
    ) as listed join products on products.id = product_id
    order by ${sql.raw(nameOrder())}, products.id limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  return rows.map(({ own, name, part_number, ...row }) => {
    const { _id, price, breaks = [] } = toPriced(row)
    return {
      _id,
      product: {
        _id,
        name,
        ...(part_number !== null && { partNumber: part_number }),
        price,
        ...(breaks.length > 0 && { breaks: [...breaks] }),
      },
      prices: own.map(({ from, cents }) => ({ from, price: toDollars(cents) })),
    }
  })
}

/** Replaces the prices of a product in a list. */
export const setListPrices = (
  db: Db,
  actor: Actor,
  { id, product, prices }: ListPricesChange & { id: string },
) =>
  db.transaction().execute(async (trx) => {
    const list = await lockList(trx, id)
    const known = await trx
      .selectFrom('products')
      .select('name')
      .where('id', '=', product)
      .executeTakeFirst()
    if (!known) throw new AppError('not-found', { detail: 'There is no such product' })
    const former = await trx
      .deleteFrom('list_prices')
      .where('price_list', '=', id)
      .where('product_id', '=', product)
      .returning(['min_quantity', 'price_cents'])
      .execute()
    const rows = prices.map(({ from, price }) => ({
      price_list: id,
      product_id: product,
      min_quantity: from,
      price_cents: toCents(price),
    }))
    if (rows.length > 0) await trx.insertInto('list_prices').values(rows).execute()
    const [before, after] = [textOf(former), textOf(rows)]
    if (before === after) return { modifiedCount: 0 }
    await recordChange(trx, actor, {
      action: 'set-list-prices',
      object: list,
      name: list.name,
      related: product,
      before: { own_prices: before },
      after: { own_prices: after },
    })
    return { modifiedCount: 1 }
  })

const textOf = (rows: readonly { min_quantity: number; price_cents: number }[]) =>
  writeLadder(
    rows
      .map(({ min_quantity, price_cents }) => ({
        from: min_quantity,
        price: toDollars(price_cents),
      }))
      .toSorted((one, other) => one.from - other.from),
  )

/** One page of the accounts on a list, by address. */
export async function accountsOfList(
  db: Db,
  id: string,
  { page, limit }: Page,
): Promise<ListAccount[]> {
  await requireList(db, id)
  return db
    .selectFrom('users')
    .select(['id as _id', 'email', 'name'])
    .where('price_list', '=', id)
    .orderBy('email')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

interface OfAccount {
  id: string
  email: string
}

/** Puts an account on a list, instead of the one that it was on. */
export const putOnList = (db: Db, actor: Actor, { id, email }: OfAccount) =>
  db.transaction().execute(async (trx) => {
    const list = await lockList(trx, id)
    const account = await trx
      .selectFrom('users')
      .leftJoin('price_lists', 'price_lists.id', 'price_list')
      .select(['users.id', 'email_verified', 'price_list', 'price_lists.name as former'])
      .where('email', '=', email)
      .where('erasure_requested_at', 'is', null)
      .forNoKeyUpdate('users')
      .executeTakeFirst()
    if (!account) throw new AppError('not-found', { detail: 'There is no such account' })
    if (!account.email_verified) {
      const detail = 'This address is not verified yet: it may belong to someone else'
      throw new AppError('email-not-verified', { detail })
    }
    if (account.price_list === id) return { modifiedCount: 0 }
    await trx.updateTable('users').set({ price_list: id }).where('id', '=', account.id).execute()
    await recordChange(trx, actor, {
      action: 'put-on-price-list',
      object: list,
      name: list.name,
      related: account.id,
      before: account.former === null ? {} : { 'Previous list': account.former },
      after: {},
    })
    return { modifiedCount: 1 }
  })

/** Takes an account off a list. */
export const takeOffList = (db: Db, actor: Actor, { id, email }: OfAccount) =>
  db.transaction().execute(async (trx) => {
    const list = await lockList(trx, id)
    const account = await trx
      .updateTable('users')
      .set({ price_list: null })
      .where('email', '=', email)
      .where('price_list', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!account) throw new AppError('not-found', { detail: 'This account is not on the list' })
    await recordChange(trx, actor, {
      action: 'take-off-price-list',
      object: list,
      name: list.name,
      related: account.id,
      before: {},
      after: {},
    })
    return { deletedCount: 1 }
  })

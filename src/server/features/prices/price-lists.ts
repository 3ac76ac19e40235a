import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { NewPriceList, PriceList } from '#contract/prices/price-lists.ts'
import { priceListMessages } from '#contract/prices/price-lists.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { nameOrder } from '../../db/search.ts'
import { AppError } from '../../errors/errors.ts'

type Trx = Transaction<Schema>

/** Two lists of the same name cannot be told apart. */
export const listDuplicates = {
  price_lists_name: { errors: [{ field: 'name', message: priceListMessages.nameTaken }] },
}

/** All lists: a shop has few. */
export async function listPriceLists(db: Db): Promise<PriceList[]> {
  const { rows } = await sql<
    Omit<PriceList, 'minOrder' | 'createdAt'> & { cents: number; at: Date }
  >`
    select id as "_id", name, percent_off::float8 as "percentOff", min_order_cents as cents,
      created_at as at,
      (select count(*) from users where users.price_list = price_lists.id)::integer as accounts,
      (select count(distinct product_id) from list_prices
        where list_prices.price_list = price_lists.id)::integer as products
    from price_lists order by ${sql.raw(nameOrder())}`.execute(db)
  return rows.map(({ cents, at, ...list }) => ({
    ...list,
    minOrder: toDollars(cents),
    createdAt: at.toISOString(),
  }))
}

const columnsOf = ({ name, percentOff, minOrder = 0 }: NewPriceList) => ({
  name,
  percent_off: percentOff.toFixed(2),
  min_order_cents: toCents(minOrder),
})

const selectList = (trx: Trx, id: string) =>
  trx
    .selectFrom('price_lists')
    .select(['id', 'name', 'percent_off', 'min_order_cents'])
    .where('id', '=', id)

function requireFound<List>(list: List | undefined): List {
  if (!list) throw new AppError('not-found', { detail: 'There is no such price list' })
  return list
}

/**
 * The list, locked until the transaction ends: prices and accounts of a list that is deleted are refused. A decision about a
 * trade account locks the account before its list, so it must not wait here for one who locks the account next.
 */
export const lockList = async (trx: Trx, id: string) =>
  requireFound(await selectList(trx, id).forNoKeyUpdate().executeTakeFirst())

export async function addList(trx: Trx, actor: Actor, added: NewPriceList) {
  const columns = columnsOf(added)
  const { id } = await trx
    .insertInto('price_lists')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(trx, actor, {
    action: 'add-price-list',
    object: { id },
    name: columns.name,
    before: {},
    after: columns,
  })
  return { insertedId: id }
}

export const changeList = (db: Db, actor: Actor, id: string, wanted: NewPriceList) =>
  db.transaction().execute(async (trx) => {
    const { id: _, ...current } = await lockList(trx, id)
    const after = columnsOf(wanted)
    if (JSON.stringify(after) === JSON.stringify(current)) return { modifiedCount: 0 }
    await trx.updateTable('price_lists').set(after).where('id', '=', id).execute()
    await recordChange(trx, actor, {
      action: 'change-price-list',
      object: { id },
      name: after.name,
      before: current,
      after,
    })
    return { modifiedCount: 1 }
  })

export const removeList = (db: Db, actor: Actor, id: string) =>
  db.transaction().execute(async (trx) => {
    // Decisions that give the list wait, or are waited for. This transaction locks no account.
    const locked = selectList(trx, id).forUpdate()
    const { id: _, ...before } = requireFound(await locked.executeTakeFirst())
    const account = await trx
      .selectFrom('users')
      .select('id')
      .where('price_list', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (account) {
      const detail = 'This list has accounts. Remove them first'
      throw new AppError('not-in-this-state', { detail })
    }
    await trx.deleteFrom('price_lists').where('id', '=', id).execute()
    await recordChange(trx, actor, {
      action: 'delete-price-list',
      object: { id },
      name: before.name,
      before,
      after: {},
    })
    return { deletedCount: 1 }
  })

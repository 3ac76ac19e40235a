import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { erasedAccountEmail } from '#contract/shared/erased.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { AppError } from '../../errors/errors.ts'
import { backoff, reportFailure } from '../../jobs/backoff.ts'
import type { Batch } from '../../jobs/purge-expired.ts'
import type { Shop } from '../../shop.ts'
import { closeOrder } from '../payments/close-order.ts'
import { eraseRows, findPerson } from './account-rows.ts'
import type { AccountOwner } from './account-rows.ts'
import { removeBuyers, removeEmails, removeErasedDeliveries } from './order-contacts.ts'

const answerWithinMs = 5_000

/** Erases a closed account now. False if that takes long or fails: then the job finishes it. */
export async function eraseNow(shop: Shop, id: string): Promise<boolean> {
  const erasing = eraseAccount(shop, id).then(
    () => true,
    (err: unknown) => {
      reportFailure(shop.log, { err, attempts: 0, account: id }, unfinished)
      return false
    },
  )
  return Promise.race([erasing, sleep(answerWithinMs, false, { ref: false })])
}

const unfinished = 'account could not be erased yet'

/** Finishes the erasures that were requested, also after a crash or an outage of the card provider. */
export async function finishErasures(shop: Shop) {
  for (const { id, attempts } of await claimErasures(shop.database.db)) {
    try {
      await eraseAccount(shop, id)
    } catch (err) {
      reportFailure(shop.log, { err, attempts, account: id }, unfinished)
    }
  }
}

/** Claims the erasures that are due, each for one node. */
async function claimErasures(db: Db) {
  const { rows } = await sql<{ id: string; attempts: number }>`
    update users
    set erasure_attempts = erasure_attempts + 1,
        next_erasure_at = now() + ${backoff('erasure_attempts')}
    where id in (
      select id from users
      where erasure_requested_at is not null and erased_at is null and next_erasure_at <= now()
      order by next_erasure_at limit 10 for update skip locked)
    returning id, erasure_attempts as attempts`.execute(db)
  return rows
}

/**
 * Erases an account that `closeForErasure` closed. Each step may be repeated: orders are cancelled first, with
 * their payments, and the identity is erased last.
 */
async function eraseAccount(shop: Shop, id: string) {
  const { database, config, publicReads, log } = shop
  const person = await findPerson(database.db, 'id', id)
  if (!person) return
  await cancelOrders(shop, id)
  await toTheEnd(database.pool, removeEmails(id))
  await toTheEnd(database.pool, removeBuyers(id))
  await toTheEnd(database.pool, removeErasedDeliveries(config.ERASED_ORDER_CONTACTS_DAYS))
  await toTheEnd(database.pool, removeFromProducts(person))
  const picture = await findPicture(database.db, id)
  await database.db.transaction().execute((trx) => eraseIdentity(trx, person))
  if (picture) await removePicture(shop, picture)
  publicReads.changed()
  log.info({ account: id }, 'account erased')
}

/** Cancels the payments of all unpaid orders and returns their units. One that was paid meanwhile stays paid. */
async function cancelOrders(shop: Shop, userId: string) {
  const unpaid = await shop.database.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'unpaid')
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of unpaid) {
    try {
      await closeOrder(shop, id, { kind: 'deleted', userId })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'order-paid') throw error
    }
  }
}

const batchSize = 500

/** In batches, so that no statement takes long. */
async function toTheEnd(pool: Pool, batch: Batch) {
  while ((await batch(pool, batchSize)) === batchSize);
}

const removeFromProducts =
  ({ id, email }: AccountOwner): Batch =>
  async (pool, limit) => {
    const { rowCount } = await pool.query(
      `update products set email = $2 where id in (
         select id from products where email = $1 order by id limit ${limit} for update)`,
      [email, erasedAccountEmail(id)],
    )
    return rowCount ?? 0
  }

async function findPicture(db: Db, userId: string) {
  const row = await db
    .selectFrom('profiles')
    .select('img')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.img
}

/** Deletes an uploaded photo unless a product or another profile shows the same one. */
async function removePicture({ database: { db }, imageStore, log }: Shop, picture: string) {
  const usedBy = (table: 'profiles' | 'products') =>
    db.selectFrom(table).select('img').where('img', '=', picture).limit(1).executeTakeFirst()
  const furtherPictures = db
    .selectFrom('products')
    .select('id')
    .where(sql<boolean>`strpos(more_pictures, ${picture}) > 0`)
    .limit(1)
  if ((await usedBy('profiles')) || (await usedBy('products'))) return
  if (await furtherPictures.executeTakeFirst()) return
  try {
    await imageStore.remove(picture)
  } catch (err) {
    log.warn({ err, picture }, 'picture of an erased account could not be removed')
  }
}

async function eraseIdentity(trx: Transaction<Schema>, person: AccountOwner) {
  const { id, uid } = person
  // Waits for the job that writes mails about orders: it may have read the address already.
  await sql`select pg_advisory_xact_lock(hashtext('order-mails'))`.execute(trx)
  const account = await trx
    .selectFrom('users')
    .select('erased_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!account || account.erased_at) return
  await eraseRows(trx, person)
  await sql`
    insert into erased_identities (uid_hash) values (encode(sha256(convert_to(${uid}, 'UTF8')), 'hex'))
    on conflict (uid_hash) do update set erased_at = excluded.erased_at`.execute(trx)
  await trx
    .updateTable('users')
    .set({
      uid: `erased:${id}`,
      email: erasedAccountEmail(id),
      name: '',
      email_verified: false,
      price_list: null,
      erased_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

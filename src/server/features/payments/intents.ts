import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import type { Intent } from '../../services/cards/cards.ts'

/** One reservation of an order's units, with the one intent that can pay it. */
type PaymentAttempt = { orderId: string; attempt: number }

/** Minutes between polls of an open payment; the last is repeated. */
const pollMinutes = [1, 5, 10]

/** Records that the attempt's intent is about to be created, before the card provider is asked for it. */
export async function registerAttempt(
  trx: Transaction<Schema>,
  { orderId, attempt }: PaymentAttempt,
) {
  await trx
    .insertInto('payment_intents')
    .values({ order_id: orderId, hold_round: attempt, intent_id: null })
    .onConflict((conflict) => conflict.columns(['order_id', 'hold_round']).doNothing())
    .execute()
}

export const findAttemptIntent = (db: Db, { orderId, attempt }: PaymentAttempt) =>
  db
    .selectFrom('payment_intents')
    .select(['intent_id', 'status'])
    .where('order_id', '=', orderId)
    .where('hold_round', '=', attempt)
    .executeTakeFirst()

/**
 * Stores the state of an attempt's intent. A late answer never reopens a finished attempt, and an
 * intent created elsewhere never replaces the stored one: the stored one would stay payable.
 * False if the attempt is finished or has another intent: then the client must not get this one.
 */
export async function recordIntent(db: Db, intent: Intent): Promise<boolean> {
  if (!intent.orderId || intent.attempt === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('payment_intents')
    .set({
      intent_id: intent.id,
      status: intent.status,
      polls: sql<number>`least(polls, ${pollMinutes.length})`,
    })
    .where('order_id', '=', intent.orderId)
    .where('hold_round', '=', intent.attempt)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .where((where) =>
      where.or([where('intent_id', 'is', null), where('intent_id', '=', intent.id)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives up an attempt whose intent could not be created. If the provider did create one, it cannot be
 * paid: its secret leaves the server only after its id is stored.
 */
export async function giveUpIntent(db: Db, { orderId, attempt }: PaymentAttempt) {
  await db
    .updateTable('payment_intents')
    .set({ status: 'canceled' })
    .where('order_id', '=', orderId)
    .where('hold_round', '=', attempt)
    .where('intent_id', 'is', null)
    .execute()
}

/** Ends the attempt of an intent that the provider does not know. */
export async function abandonIntent(db: Db, intentId: string) {
  await db
    .updateTable('payment_intents')
    .set({ status: 'canceled' })
    .where('intent_id', '=', intentId)
    .where('status', '<>', 'succeeded')
    .execute()
}

/** Removes an intent that the provider does not know, so that the attempt can get another one. */
export async function forgetIntent(db: Db, intentId: string) {
  await db
    .updateTable('payment_intents')
    .set({ intent_id: null, status: 'creating' })
    .where('intent_id', '=', intentId)
    .execute()
}

export async function isIntentOf(db: Db, intentId: string, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_intents')
    .select('order_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row?.order_id === orderId
}

/** How long an order without a reservation can be paid at the price its payment was opened at. */
const oldMinutes = 60

export interface DueIntent extends PaymentAttempt {
  totalCents: number
  intentId: string | null
  /** Polls so far; recordIntent() lowers a high number, so that it then counts failures. */
  polls: number
  /** Whether it was opened long ago for an order without a reservation, whose price may be another one by now. */
  isOld: boolean
}

/**
 * Claims the open intents that are due for a poll, each for one node: after half a minute, then 1 and
 * 5 minutes, then every ten, for three days, or as long as the payment is processing or the order's
 * units are reserved.
 */
export async function claimDueIntents(db: Db, limit: number): Promise<DueIntent[]> {
  const { rows } = await sql<DueIntent>`
    update payment_intents intent
    set polls = polls + 1,
        next_poll_at = now() + make_interval(
          mins => (${pollMinutes}::int[])[least(polls + 1, ${pollMinutes.length})])
    from orders
    where orders.id = intent.order_id and (intent.order_id, intent.hold_round) in (
      select order_id, hold_round from payment_intents
      where status not in ('succeeded', 'canceled') and next_poll_at <= now()
        and (created_at > now() - interval '3 days' or status = 'processing'
          or (select held_until from orders where orders.id = payment_intents.order_id) is not null)
      order by next_poll_at limit ${limit} for update skip locked)
    returning intent.order_id as "orderId", intent.hold_round as attempt,
              orders.total_cents as "totalCents", intent.intent_id as "intentId", intent.polls,
              held_until is null and orders.status = 'unpaid'
                and intent.created_at < now() - make_interval(mins => ${oldMinutes}) as "isOld"`.execute(
    db,
  )
  return rows
}

import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import type { Intent } from '../../services/cards/cards.ts'

type PaymentAttempt = { orderId: string; round: number }

/** What passes from one question about an open payment to the next; the last is repeated. */
const pollMinutes = [1, 5, 10]

/** Notes that this round's payment is being opened, before the provider hears of it. */
export async function registerAttempt(
  trx: Transaction<Schema>,
  { orderId, round }: PaymentAttempt,
) {
  await trx
    .insertInto('payment_intents')
    .values({ order_id: orderId, hold_round: round, intent_id: null })
    .onConflict((conflict) => conflict.columns(['order_id', 'hold_round']).doNothing())
    .execute()
}

export const findAttemptIntent = (db: Db, { orderId, round }: PaymentAttempt) =>
  db
    .selectFrom('payment_intents')
    .select(['intent_id', 'status'])
    .where('order_id', '=', orderId)
    .where('hold_round', '=', round)
    .executeTakeFirst()

/**
 * Writes down what the provider says of a round's intent. A late answer never reopens what is over,
 * and an intent made elsewhere never takes the place of ours: a closed one would leave ours payable.
 * False when the round is over or has another intent: then this one must not be handed out.
 */
export async function recordIntent(db: Db, intent: Intent): Promise<boolean> {
  if (!intent.orderId || intent.round === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('payment_intents')
    .set({
      intent_id: intent.id,
      status: intent.status,
      polls: sql<number>`least(polls, ${pollMinutes.length})`,
    })
    .where('order_id', '=', intent.orderId)
    .where('hold_round', '=', intent.round)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .where((where) =>
      where.or([where('intent_id', 'is', null), where('intent_id', '=', intent.id)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives up a round whose intent could not be made. Its secret, should there be an intent after all,
 * was never handed out: the id is written down before that. So nobody can pay it.
 */
export async function giveUpIntent(db: Db, { orderId, round }: PaymentAttempt) {
  await db
    .updateTable('payment_intents')
    .set({ status: 'canceled' })
    .where('order_id', '=', orderId)
    .where('hold_round', '=', round)
    .where('intent_id', 'is', null)
    .execute()
}

/** Ends the round of an intent that the provider does not know. */
export async function abandonIntent(db: Db, intentId: string) {
  await db
    .updateTable('payment_intents')
    .set({ status: 'canceled' })
    .where('intent_id', '=', intentId)
    .where('status', '<>', 'succeeded')
    .execute()
}

/** Forgets an intent that the provider does not know, so that another can stand in its place. */
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

export interface DueIntent {
  orderId: string
  round: number
  totalCents: number
  intentId: string | null
  /** How often it was asked about; once that is many, how often since the last answer. */
  attempts: number
}

/**
 * Takes the open intents whose turn it is to be asked about: after half a minute, then 1 and 5 minutes,
 * then every ten, for three days, or as long as the provider works on it or the order holds its units.
 * Each goes to one node only.
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
    returning intent.order_id as "orderId", intent.hold_round as "round",
              orders.total_cents as "totalCents", intent.intent_id as "intentId",
              intent.polls as attempts`.execute(db)
  return rows
}

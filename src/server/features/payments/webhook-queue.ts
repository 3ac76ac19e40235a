import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import type { CardEvent } from '../../services/cards/card-events.ts'
import { backoff } from '../../jobs/backoff.ts'

/** Long enough that an absurd id stays recognisable as one. */
const storedLengthMax = 300

/** Adds an event to the webhook queue before it is acknowledged; a repeated delivery changes nothing. */
export async function storeEvent(db: Db, event: CardEvent) {
  await db
    .insertInto('webhook_events')
    .values({
      id: event.id,
      type: event.type.slice(0, storedLengthMax),
      intent_id: event.intentId?.slice(0, storedLengthMax) ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Claims the events that are due, each for one node: for half a minute, and longer after each failure. */
export async function claimDueEvents(db: Db, limit: number) {
  const { rows } = await sql<{
    id: string
    type: string
    intentId: string | null
    attempts: number
  }>`
    update webhook_events
    set attempts = attempts + 1, next_attempt_at = now() + ${backoff('attempts')}
    where id in (
      select id from webhook_events where processed_at is null and next_attempt_at <= now()
      order by received_at limit ${limit} for update skip locked)
    returning id, type, intent_id as "intentId", attempts`.execute(db)
  return rows
}

export async function finishEvent(db: Db, id: string) {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql<Date>`now()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Ends an event that no repetition could process. Its row stays as a dead letter, with the reason. */
export async function discardEvent(db: Db, id: string, reason: string) {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql<Date>`now()`, last_error: reason })
    .where('id', '=', id)
    .execute()
}

export async function failEvent(db: Db, id: string, error: unknown) {
  await db
    .updateTable('webhook_events')
    .set({ last_error: error instanceof Error ? error.message : String(error) })
    .where('id', '=', id)
    .execute()
}

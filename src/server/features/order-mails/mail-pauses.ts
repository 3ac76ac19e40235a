import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Whether the customer of a row of `order_mails` was mailed about such events less than a minute ago (docs/decisions/0119). */
export const isPaused = sql<boolean>`coalesce((
  select mailed_at > now() - interval '1 minute'
  from orders join order_mail_pauses as pause on pause.user_id = orders.user_id
  where orders.id = order_mails.order_id and pause.kind = order_mails.kind), false)`

/** Lets events of the next minute wait for one mail. */
export async function startPauses(
  trx: Transaction<Schema>,
  mailed: readonly { userId: string; kind: string }[],
) {
  const users = mailed.map(({ userId }) => userId)
  const kinds = mailed.map(({ kind }) => kind)
  await sql`
    insert into order_mail_pauses (user_id, kind)
    select distinct * from unnest(${users}::uuid[], ${kinds}::text[])
    on conflict (user_id, kind) do update set mailed_at = now()`.execute(trx)
}

export const endPauses = (trx: Transaction<Schema>) =>
  sql`delete from order_mail_pauses where mailed_at < now() - interval '1 minute'`.execute(trx)

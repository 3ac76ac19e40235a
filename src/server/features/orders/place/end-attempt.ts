import type { Pool } from 'pg'
import { prepared } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'

const useUpKey = prepared<object, { userId: string; key: string }>(
  'use-up-key',
  (p) => sqlText`
    insert into idempotency_keys (user_id, key, request_hash, answer)
    values (${p.userId}, ${p.key}, 'ended', '{"insertedId": null}')
    on conflict (user_id, key) do nothing`,
)

const findOrder = prepared<{ id: string }, { userId: string; key: string }>(
  'order-of-key',
  (p) => sqlText`
    select orders.id from idempotency_keys as known
    join orders on orders.id = (known.answer ->> 'insertedId')::uuid and orders.user_id = known.user_id
    where known.user_id = ${p.userId} and key = ${p.key}`,
)

/**
 * The order that a request under this key has placed; undefined if it has placed none. Then it never will: the key is used up, so a
 * request that arrives later is refused. Waits for one that is in progress (docs/decisions/0092).
 */
export async function endAttempt(
  pool: Pool,
  userId: string,
  key: string,
): Promise<string | undefined> {
  await useUpKey(pool, { userId, key })
  const [order] = await findOrder(pool, { userId, key })
  return order?.id
}

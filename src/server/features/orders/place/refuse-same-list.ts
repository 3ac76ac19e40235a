import type { ClientBase } from 'pg'
import { againMax } from '#contract/cart/cart.ts'
import { orderedOf } from '#contract/quick-order.ts'
import { prepared } from '../../../db/prepared.ts'
import { sqlText } from '../../../db/sql-text.ts'
import { orderedMeanwhile } from '../../cart/ordered-meanwhile.ts'
import type { EarlierRow } from '../../cart/ordered-meanwhile.ts'

/** Two of an account who order the same list do so within this time, and the same list is ordered anew later. */
const sameListMinutes = 10

export interface KnownOrders {
  /** The parts of the list, each once; the order may be of some of them. */
  list: readonly string[]
  /** Orders that the buyer knows of. */
  again: readonly string[]
}

/** Lists that share parts are not equal, so that the lock is that of the account. */
const lockLists = prepared<object, { userId: string }>(
  'lock-lists',
  (p) => `select pg_advisory_xact_lock(hashtext('lists'), hashtext(${p.userId}))`,
)

const findSimilarOrders = prepared<
  EarlierRow & { shared: string[] },
  { userId: string; list: readonly string[] }
>(
  'find-similar-orders',
  (p) => sqlText`
    select id, quantity as units, total_cents, reference, created_at, shared
    from orders
    cross join lateral (
      select array_agg(product_id) as shared from order_lines
      where order_id = orders.id and product_id = any (${p.list}::uuid[])) as line
    where user_id = ${p.userId} and deleted_at is null and status <> 'refunded'
      and created_at > now() - interval '${sameListMinutes} minutes'
      and 2 * cardinality(shared) > least(line_count, cardinality(${p.list}::uuid[]))
    order by id desc`,
)

/**
 * Refuses a list if an order of the account in the last ten minutes shares more than half of the lines of the shorter of
 * both, except for orders `again`, of which the buyer knows. Lists of an account wait for each other until the
 * transaction ends.
 */
export async function refuseSameList(
  on: Pick<ClientBase, 'query'>,
  userId: string,
  { list, again }: KnownOrders,
) {
  await lockLists(on, { userId })
  const earlier = await findSimilarOrders(on, { userId, list })
  const known = new Set(again.map((id) => id.toLowerCase()))
  // As many as a request can name, so that one that names them is not refused for those that the buyer has seen before.
  const named = earlier.slice(0, againMax)
  if (named.every(({ id }) => known.has(id))) return
  const ordered = new Set(earlier.flatMap(({ shared }) => shared))
  const lines = list.filter((product) => ordered.has(product)).map((product) => ({ product }))
  throw orderedMeanwhile(named, { what: orderedOf(lines.length, list.length), lines })
}

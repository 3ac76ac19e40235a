import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { OrderFilter, OrderTab } from '#contract/orders/order-filter.ts'
import type { Schema } from '../../db/schema.ts'
import { matching, matchingAmong } from '../../db/bounded-search.ts'
import { anyOf, emailOrTextSearch, prefixSearch } from '../../db/search.ts'
import type { TextSearch } from '../../db/search.ts'

/** `paid` has all paid orders that are not shipped; `to-ship` leaves out those held back by a dispute. */
type FilterTab = OrderTab | 'paid'

const statusOf: Record<Exclude<FilterTab, 'all' | 'disputed'>, OrderStatus> = {
  paid: 'paid',
  'to-ship': 'paid',
  shipped: 'shipped',
  'not-paid': 'unpaid',
  refunded: 'refunded',
}

const orderCode = /^[0-9a-f]{8}$/i

export type OrderQuery<Row> = SelectQueryBuilder<Schema, 'orders', Row>

/** Held back by a dispute. The values are literal, so that the planner finds the partial index. */
const isHeld = sql<boolean>`dispute in ('inquiry', 'open')`

/** Marked as shipped, which can still be undone; lists and counts have these orders as shipped. */
export const isBeingShipped = sql<boolean>`(
  status = 'paid' and ship_due_at is not null and (${isHeld}) is not true)`

const isShownAsShipped = sql<boolean>`(status = 'shipped' or ${isBeingShipped})`

/** The status as it is shown. */
export const shownStatus = sql<OrderStatus>`case when ${isBeingShipped} then 'shipped' else status end`

type Filter = Pick<OrderFilter, 'q'> & { tab?: FilterTab | undefined }

/** Filters by status, and by search text as `searchOf` finds it. */
export function withFilter<Row>(query: OrderQuery<Row>, { tab, q }: Filter): OrderQuery<Row> {
  const chosen = inTab(query, tab)
  if (!q) return chosen
  const { matches = sql`false`, exact = sql`false` } = searchOf(q) ?? {}
  return chosen.where(sql<boolean>`(${exact} or ${matches})`)
}

/** Filters a sorted list. `walkedFor` is the number of its first rows, if an index has its order. */
export function withSearch<Row>(
  query: OrderQuery<Row>,
  { tab, q }: Filter,
  bounds: { walkedFor?: number | undefined; most?: number },
): OrderQuery<Row> {
  const chosen = inTab(query, tab)
  if (!q) return chosen
  return matching(chosen, searchOf(q), {
    table: 'orders',
    live: sql`deleted_at is null`,
    ...bounds,
  })
}

/** Filters orders that an index narrows down to a few, such as those of an account. */
export function withSearchAmong<Row>(query: OrderQuery<Row>, { tab, q }: Filter): OrderQuery<Row> {
  const chosen = inTab(query, tab)
  return q ? matchingAmong(chosen, searchOf(q), 'orders') : chosen
}

/**
 * A search of parts, e-mail and transaction, or of an id or its code; each also of the buyer's own order number, which
 * may look like any of them (`0069-orders-by-reference.sql`).
 */
function searchOf(q: string): TextSearch {
  const byReference = prefixSearch(sql.ref('reference'), q)
  if (Id.safeParse(q).success)
    return { ...byReference, exact: sql<boolean>`id = ${q.toLowerCase()}` }
  if (orderCode.test(q)) {
    return { ...byReference, exact: sql<boolean>`right(id::text, 8) = ${q.toLowerCase()}` }
  }
  return anyOf([byReference, emailOrTextSearch(['name', 'parts', 'email', 'transaction_id'], q)])
}

function inTab<Row>(query: OrderQuery<Row>, tab: FilterTab = 'all'): OrderQuery<Row> {
  let chosen = query
  if (tab === 'disputed') chosen = chosen.where(isHeld)
  else if (tab === 'shipped') chosen = chosen.where(isShownAsShipped)
  else if (tab !== 'all') chosen = chosen.where('status', '=', statusOf[tab])
  if (tab === 'to-ship') chosen = chosen.where(sql<boolean>`(${isHeld}) is not true`)
  if (tab === 'to-ship' || tab === 'paid')
    chosen = chosen.where(sql<boolean>`not ${isBeingShipped}`)
  return chosen
}

/** The counts of the tabs, from the counts of each status. */
export function countTabs(groups: readonly { status: OrderStatus; count: number }[]) {
  const countOf = (status: OrderStatus) =>
    groups.find((group) => group.status === status)?.count ?? 0
  return {
    all: groups.reduce((sum, { count }) => sum + count, 0),
    'to-ship': countOf(statusOf['to-ship']),
    shipped: countOf(statusOf.shipped),
    'not-paid': countOf(statusOf['not-paid']),
    refunded: countOf(statusOf.refunded),
  }
}

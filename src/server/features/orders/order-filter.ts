import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { Id } from '#contract/shared/fields.ts'
import type { OrderFilter, OrderStatus, OrderTab } from '#contract/orders.ts'
import type { Schema } from '../../db/schema.ts'
import { matchesEmailOrText } from '../../db/search.ts'

const statusOf: Record<Exclude<OrderTab, 'all'>, OrderStatus> = {
  'to-ship': 'paid',
  shipped: 'shipped',
  'not-paid': 'unpaid',
  refunded: 'refunded',
}

const orderCode = /^[0-9a-f]{8}$/i

export type OrderQuery<Row> = SelectQueryBuilder<Schema, 'orders', Row>

/** Filters by status and search text: an id, an order code, an address, else name, e-mail and transaction. */
export function withFilter<Row>(
  query: OrderQuery<Row>,
  { tab = 'all', q }: Pick<OrderFilter, 'tab' | 'q'>,
): OrderQuery<Row> {
  let chosen = query
  if (tab !== 'all') chosen = chosen.where('status', '=', statusOf[tab])
  if (!q) return chosen
  if (Id.safeParse(q).success) return chosen.where('id', '=', q.toLowerCase())
  if (orderCode.test(q)) {
    return chosen.where(sql<boolean>`right(id::text, 8) = ${q.toLowerCase()}`)
  }
  const columns = ['name', 'email', 'transaction_id'] as const
  return chosen.where((where) => matchesEmailOrText(where, columns, q))
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

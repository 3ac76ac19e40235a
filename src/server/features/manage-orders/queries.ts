import { sql } from 'kysely'
import { matchesMax, toDollars } from '#contract/shared/fields.ts'
import type { OrderCounts, Revenue } from '#contract/orders/manage-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderFilter, OrderSort } from '#contract/orders/order-filter.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { nameOrder } from '../../db/search.ts'
import {
  countTabs,
  isBeingShipped,
  withFilter,
  withSearch,
  withSearchAmong,
} from '../orders/order-filter.ts'
import type { OrderQuery } from '../orders/order-filter.ts'
import { readOrders } from '../orders/queries.ts'
import { selectHeaders, selectOrders, toOrder } from '../orders/order-rows.ts'
import { documents, withPapers } from './order-papers.ts'

const columnOf = {
  order: 'id',
  product: 'name',
  quantity: 'quantity',
  amount: 'total_cents',
  customer: 'email',
  delivery: 'status',
} as const satisfies Record<OrderSort, keyof Schema['orders']>

/** Ties are sorted by id, so that no page repeats a row. */
function sorted<Row>(query: OrderQuery<Row>, filter: OrderFilter): OrderQuery<Row> {
  const { sort = 'order', direction = 'desc' } = filter
  return sort === 'order'
    ? query.orderBy('id', direction)
    : query.orderBy(keyOf(sort), direction).orderBy('id', direction)
}

/** What a column is sorted by: names as languages do. */
const keyOf = (sort: OrderSort) =>
  sort === 'product' ? sql.raw<string>(nameOrder()) : sql.ref<string>(columnOf[sort])

type Page = { page: number; limit: number }

/** One numbered page. */
export const listPage = async (db: Db, { page, limit, ...filter }: OrderFilter & Page) => {
  const orders = await readOrders(
    db,
    withSearch(sorted(selectHeaders(db), filter), filter, {
      // No other order has an index.
      walkedFor: (filter.sort ?? 'order') === 'order' ? page * limit : undefined,
    })
      .limit(limit)
      .offset((page - 1) * limit),
    (orders) => sorted(orders, filter),
  )
  return withRefunds(db, orders)
}

/** Adds what was refunded of orders that are not refunded as a whole: one read for the page. */
async function withRefunds(db: Db, orders: Order[]): Promise<Order[]> {
  const paid = orders.filter(({ status }) => status === 'paid' || status === 'shipped')
  if (paid.length === 0) return orders
  const { rows } = await sql<{ id: string; cents: number; units: number }>`
    select order_id as id, sum(amount_cents)::bigint as cents, coalesce(sum(units), 0)::integer as units
    from credit_notes left join lateral (
      select sum(quantity) as units from partial_refund_lines as refunded
      where refunded.order_id = credit_notes.order_id and refunded.refund_no = credit_notes.refund_no
    ) as returned on true
    where order_id = any(${paid.map(({ _id }) => _id)}::uuid[])
    group by order_id`.execute(db)
  const refunds = new Map(rows.map(({ id, cents, units }) => [id, { cents, units }]))
  return orders.map((order) => {
    const refund = refunds.get(order._id)
    if (!refund) return order
    return { ...order, partlyRefunded: { amount: toDollars(refund.cents), units: refund.units } }
  })
}

/** Counts of orders by status, of all or of the search results. */
export async function countOrders(db: Db, q: string | undefined): Promise<OrderCounts> {
  // A search counts a limited number of rows, in the order of an index, so that the query stays fast.
  const matches = withSearch(countable(db), { q }, { most: matchesMax + 1 }).select('status')
  const groups = await db
    .selectFrom((q ? matches.orderBy('id').limit(matchesMax + 1) : matches).as('matches'))
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const { disputed, held } = await withSearchAmong(countable(db), { tab: 'disputed', q })
    .select(({ fn }) => fn.countAll<number>().as('disputed'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('status', '=', 'paid').as('held'))
    .executeTakeFirstOrThrow()
  // Few, and found by their own index: the groups above are read off an index without this column.
  const { underway } = await withSearchAmong(countable(db).where(isBeingShipped), { q })
    .select(({ fn }) => fn.countAll<number>().as('underway'))
    .executeTakeFirstOrThrow()
  const byStatus = countTabs(groups)
  const counts = {
    ...byStatus,
    'to-ship': Math.max(0, byStatus['to-ship'] - held - underway),
    shipped: byStatus.shipped + underway,
    disputed,
  }
  return {
    counts,
    isCapped: Boolean(q) && counts.all > matchesMax,
  }
}

const countable = (db: Db) => db.selectFrom('orders').where('deleted_at', 'is', null)

const withDocuments = (db: Db) => selectOrders(db).select(documents.as('documents'))

/** All orders of a filter with their papers and the taxes of these, read by keyset pagination. */
export async function* eachManagedOrder(db: Db, filter: OrderFilter, rows = 1000) {
  let last: SortedRow | undefined
  for (;;) {
    // All of them, which takes as long as it takes.
    const all = sorted(withFilter(withDocuments(db), filter), filter)
    const page = await after(all, filter, last).limit(rows).execute()
    yield* page.map((row) => withPapers(toOrder(row), row.documents))
    if (page.length < rows) return
    last = page.at(-1)
  }
}

type SortedRow = Record<(typeof columnOf)[OrderSort], string | number>

function after<Row>(query: OrderQuery<Row>, filter: OrderFilter, last: SortedRow | undefined) {
  if (!last) return query
  const { sort = 'order', direction = 'desc' } = filter
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  const value = last[columnOf[sort]]
  const key = sort === 'product' ? sql`name_order(${value})` : sql`${value}`
  return query.where(sql<boolean>`(${keyOf(sort)}, id) ${than} (${key}, ${last.id}::uuid)`)
}

/**
 * By payment date in a time zone, net of refunds and lost disputes. An order that a lost dispute has closed counts again if the
 * dispute is won after all.
 */
export async function revenueByDay(db: Db, timeZone: string): Promise<Revenue> {
  const { rows } = await sql<{ day: string; orders: number; cents: number }>`
    with days as (
      select generate_series(today - 29, today, '1 day')::date as day
      from (select (now() at time zone ${timeZone})::date as today) as clock
    ), payments as (
      select (paid.created_at at time zone ${timeZone})::date as day,
        total_cents - coalesce((
          select max((details ->> 'cents')::bigint) from order_events
          where order_id = orders.id and kind = 'partly-refunded'), 0)
        - coalesce((
          select sum(amount_cents) from disputes
          where intent_id = transaction_id and state = 'lost'), 0) as cents
      from order_events as paid join orders on orders.id = order_id
      where kind = 'paid' and (status <> 'refunded' or exists (
          select from refunds where intent_id = transaction_id and reason = 'charged-back'))
        and paid.created_at >= (select min(day) from days)::timestamp at time zone ${timeZone}
    )
    select to_char(day, 'YYYY-MM-DD') as day, count(*) filter (where cents > 0) as orders,
      coalesce(sum(cents) filter (where cents > 0), 0)::bigint as cents
    from days left join payments using (day) group by day order by day`.execute(db)
  return rows.map(({ cents, ...row }) => ({ ...row, revenue: toDollars(cents) }))
}

import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { Id, toDollars } from '#contract/fields.ts'
import { matchesMax } from '#contract/manage-orders.ts'
import type {
  ManagedOrders,
  OrderEvent,
  OrderFilter,
  OrderSort,
  OrderSummary,
  OrderTab,
} from '#contract/manage-orders.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import { containing } from '../../db/search.ts'
import { selectOrders, toOrder } from './queries.ts'

const statusOf: Record<Exclude<OrderTab, 'all'>, OrderStatus> = {
  'to-ship': 'paid',
  shipped: 'shipped',
  'not-paid': 'unpaid',
  refunded: 'refunded',
}

const columnOf = {
  order: 'id',
  product: 'name',
  quantity: 'quantity',
  amount: 'total_cents',
  customer: 'email',
  delivery: 'status',
} as const satisfies Record<OrderSort, keyof Schema['orders']>

const orderCode = /^[0-9a-f]{8}$/i

type Orders<Row> = SelectQueryBuilder<Schema, 'orders', Row>

function filtered<Row>(
  query: Orders<Row>,
  { tab, q }: Pick<OrderFilter, 'tab' | 'q'>,
): Orders<Row> {
  let chosen = query
  if (tab !== 'all') chosen = chosen.where('status', '=', statusOf[tab])
  if (!q) return chosen
  if (Id.safeParse(q).success) return chosen.where('id', '=', q.toLowerCase())
  if (orderCode.test(q)) {
    return chosen.where(sql<boolean>`right(id::text, 8) = ${q.toLowerCase()}`)
  }
  return chosen.where((where) => containing(where, ['name', 'email', 'transaction_id'], q))
}

/** The filter's orders in its order; equal ones by their age, so that no page shows one twice. */
function sorted(db: Db, filter: OrderFilter) {
  const { sort, direction } = filter
  const query = filtered(selectOrders(db), filter)
  return sort === 'order'
    ? query.orderBy('id', direction)
    : query.orderBy(columnOf[sort], direction).orderBy('id', direction)
}

type Page = { page: number; rows: number }

/** One page, with how many orders fit the filter altogether. */
export async function listManagedOrders(
  db: Db,
  { page, rows, ...filter }: OrderFilter & Page,
): Promise<ManagedOrders> {
  const [found, total] = await Promise.all([
    sorted(db, filter)
      .limit(rows + 1)
      .offset((page - 1) * rows)
      .execute(),
    filter.q ? countMatches(db, filter) : countTab(db, filter.tab),
  ])
  return { rows: found.slice(0, rows).map(toOrder), total, isMore: found.length > rows }
}

async function countTab(db: Db, tab: OrderTab): Promise<number> {
  const { count } = await filtered(countable(db), { tab })
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Matches are counted up to a limit: the whole table would have to be read for a common word. */
async function countMatches(db: Db, filter: OrderFilter): Promise<number> {
  const matches = filtered(countable(db), filter).select('id').limit(matchesMax)
  const { count } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const countable = (db: Db) => db.selectFrom('orders').where('deleted_at', 'is', null)

/** All orders of the filter, page after page, each behind the last row of the one before. */
export async function* eachManagedOrder(db: Db, filter: OrderFilter, rows = 1000) {
  let last: Order | undefined
  for (;;) {
    const page = (await after(sorted(db, filter), filter, last).limit(rows).execute()).map(toOrder)
    yield* page
    if (page.length < rows) return
    last = page.at(-1)
  }
}

const valueOf: Record<OrderSort, (order: Order) => string | number> = {
  order: ({ _id }) => _id,
  product: ({ name }) => name,
  quantity: ({ quantity }) => quantity,
  amount: ({ price }) => Math.round(price * 100),
  customer: ({ email }) => email,
  delivery: ({ status }) => status,
}

function after<Row>(query: Orders<Row>, { sort, direction }: OrderFilter, last: Order | undefined) {
  if (!last) return query
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return query.where(
    sql<boolean>`(${sql.ref(columnOf[sort])}, id) ${than} (${valueOf[sort](last)}, ${last._id}::uuid)`,
  )
}

/** How many orders are in each state, and the money of the last days. */
export async function summariseOrders(db: Db): Promise<OrderSummary> {
  const [counted, days] = await Promise.all([
    countable(db)
      .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    revenueByDay(db),
  ])
  const countOf = (status: OrderStatus) =>
    counted.find((group) => group.status === status)?.count ?? 0
  return {
    counts: {
      all: counted.reduce((sum, { count }) => sum + count, 0),
      'to-ship': countOf('paid'),
      shipped: countOf('shipped'),
      'not-paid': countOf('unpaid'),
      refunded: countOf('refunded'),
    },
    days,
  }
}

/** By the day of the payment; what was refunded in full is no revenue, and of a part the rest is. */
async function revenueByDay(db: Db) {
  const { rows } = await sql<{ day: string; orders: number; cents: number }>`
    with days as (
      select generate_series(today - 29, today, '1 day')::date as day
      from (select (now() at time zone 'utc')::date as today) as clock
    ), payments as (
      select (paid.created_at at time zone 'utc')::date as day,
        total_cents - coalesce((
          select max((details ->> 'cents')::bigint) from order_events
          where order_id = orders.id and kind = 'partly-refunded'), 0) as cents
      from order_events as paid join orders on orders.id = order_id
      where kind = 'paid' and status <> 'refunded'
        and paid.created_at >= (select min(day) from days)::timestamp at time zone 'utc'
    )
    select to_char(day, 'YYYY-MM-DD') as day, count(cents) as orders,
      coalesce(sum(cents), 0)::bigint as cents
    from days left join payments using (day) group by day order by day`.execute(db)
  return rows.map(({ cents, ...row }) => ({ ...row, revenue: toDollars(cents) }))
}

const actors: Record<string, string> = {
  'card-provider': 'card provider',
  'command-line': 'command line',
}

/** What happened to an order, oldest first; undefined when there is no such order. */
export async function readHistory(db: Db, id: string): Promise<OrderEvent[] | undefined> {
  const events = await db
    .selectFrom('order_events')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id::text = actor`))
    .select(['kind', 'order_events.created_at', 'actor', 'details', 'users.email'])
    .where('order_id', '=', id)
    .orderBy('order_events.id')
    .execute()
  if (events.length === 0) return undefined
  return events.map(({ kind, created_at, actor, details, email }) => ({
    kind,
    at: created_at.toISOString(),
    by: email ?? actors[actor] ?? actor,
    ...(kind === 'refunded' && { reason: String(details['note'] ?? details['reason']) }),
    ...(kind === 'partly-refunded' && { amount: toDollars(Number(details['cents'])) }),
  }))
}

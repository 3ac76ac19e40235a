import { sql } from 'kysely'
import { matchesMax, toDollars } from '#contract/shared/fields.ts'
import type { CarrierKey } from '#contract/shared/carriers.ts'
import { trackingText } from '#contract/shared/carriers.ts'
import type {
  Dispute,
  OrderCounts,
  OrderEvent,
  Revenue,
  ShipmentChange,
} from '#contract/manage-orders.ts'
import { isHeldByDispute } from '#contract/orders.ts'
import type { OrderFilter, OrderSort } from '#contract/orders/order-filter.ts'
import type { Db } from '../../db/index.ts'
import type { Schema } from '../../db/schema.ts'
import {
  countTabs,
  isBeingShipped,
  withFilter,
  withSearch,
  withSearchAmong,
} from '../orders/order-filter.ts'
import type { OrderQuery } from '../orders/order-filter.ts'
import { findOrder, readOrders } from '../orders/queries.ts'
import { selectHeaders, selectOrders, toOrder } from '../orders/rows/order-rows.ts'

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
    : query.orderBy(columnOf[sort], direction).orderBy('id', direction)
}

type Page = { page: number; limit: number }

/** One numbered page. */
export const listPage = (db: Db, { page, limit, ...filter }: OrderFilter & Page) =>
  readOrders(
    db,
    withSearch(sorted(selectHeaders(db), filter), filter, {
      // No other order has an index.
      walkedFor: (filter.sort ?? 'order') === 'order' ? page * limit : undefined,
    })
      .limit(limit)
      .offset((page - 1) * limit),
    (orders) => sorted(orders, filter),
  )

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

const withDocuments = (db: Db) =>
  selectOrders(db)
    .select(
      sql<number | null>`(select number from invoices where order_id = orders.id)`.as('invoice'),
    )
    .select(
      sql<number>`(
        select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = orders.id
      )`.as('refunded_cents'),
    )

/** All orders of a filter, with invoice number and refunded dollars, read by keyset pagination. */
export async function* eachManagedOrder(db: Db, filter: OrderFilter, rows = 1000) {
  let last: SortedRow | undefined
  for (;;) {
    // All of them, which takes as long as it takes.
    const all = sorted(withFilter(withDocuments(db), filter), filter)
    const page = await after(all, filter, last).limit(rows).execute()
    yield* page.map((row) => ({
      ...toOrder(row),
      invoice: row.invoice ?? undefined,
      refunded: toDollars(row.refunded_cents),
    }))
    if (page.length < rows) return
    last = page.at(-1)
  }
}

type SortedRow = Record<(typeof columnOf)[OrderSort], string | number>

function after<Row>(query: OrderQuery<Row>, filter: OrderFilter, last: SortedRow | undefined) {
  if (!last) return query
  const { sort = 'order', direction = 'desc' } = filter
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return query.where(
    sql<boolean>`(${sql.ref(columnOf[sort])}, id) ${than} (${last[columnOf[sort]]}, ${last.id}::uuid)`,
  )
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

/** The disputes about the payments of an order, oldest first; undefined if there is no such order. */
export async function readDisputes(db: Db, orderId: string): Promise<Dispute[] | undefined> {
  if (!(await findOrder(db, orderId))) return undefined
  const disputes = await db
    .selectFrom('disputes')
    .select(['id', 'state', 'reason', 'amount_cents', 'due_by'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('dispute_events')
    .select(['dispute_id', 'state', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const byDispute = Map.groupBy(events, ({ dispute_id }) => dispute_id)
  return disputes.map(({ id, state, reason, amount_cents, due_by }) => ({
    id,
    state,
    reason,
    amount: toDollars(amount_cents),
    dueBy: isHeldByDispute({ dispute: state }) ? (due_by?.toISOString() ?? null) : null,
    history: (byDispute.get(id) ?? []).map((event) => ({
      state: event.state,
      at: event.created_at.toISOString(),
    })),
  }))
}

const actors: Record<string, string> = {
  'card-provider': 'card provider',
  'command-line': 'command line',
}

/** The history of an order, oldest first; undefined if there is no such order. */
export async function readHistory(db: Db, id: string): Promise<OrderEvent[] | undefined> {
  const placed = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['orders.created_at', 'users.email'])
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!placed) return undefined
  const first = { kind: 'placed' as const, at: placed.created_at.toISOString(), by: placed.email }
  const events = await db
    .selectFrom('order_events')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id::text = actor`))
    .select(['kind', 'order_events.created_at', 'actor', 'details', 'users.email'])
    .where('order_id', '=', id)
    .orderBy('order_events.id')
    .execute()
  const own = events.map(({ kind, created_at, actor, details, email }) => ({
    kind,
    at: created_at.toISOString(),
    by: email ?? actors[actor] ?? actor,
    ...(kind === 'refunded' && { reason: String(details['note'] ?? details['reason']) }),
    ...(kind === 'partly-refunded' && {
      amount: toDollars(Number(details['cents'])),
      ...(typeof details['note'] === 'string' && { reason: details['note'] }),
    }),
  }))
  return [first, ...own, ...(await readShipment(db, id))].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}

const shipmentTexts = {
  undone: () => 'undone',
  stopped: () => 'stopped, since the payment is disputed',
  tracking: ({ carrier, number }) =>
    carrier
      ? trackingText({ carrier: carrier as CarrierKey, number: number as string })
      : 'carrier and number removed',
  'address-asked': () => 'asked for the delivery address',
} as const satisfies Record<ShipmentChange, (details: Record<string, unknown>) => string>

/** Changes of the shipment of an order, oldest first. */
async function readShipment(db: Db, orderId: string): Promise<OrderEvent[]> {
  const events = await db
    .selectFrom('shipment_events')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.id::text = actor`))
    .select(['kind', 'shipment_events.created_at', 'actor', 'details', 'users.email'])
    .where('order_id', '=', orderId)
    .orderBy('shipment_events.id')
    .execute()
  return events.map(({ kind, created_at, actor, details, email }) => ({
    kind: 'shipped',
    shipment: kind,
    at: created_at.toISOString(),
    by: email ?? actors[actor] ?? actor,
    reason: shipmentTexts[kind](details),
  }))
}

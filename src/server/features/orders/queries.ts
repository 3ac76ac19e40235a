import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { OneOrder, Order, OrderLine } from '#contract/orders/orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import { findCreditNotes, findInvoice, findRefundedUnits } from './find-invoice.ts'
import { columns, lines, selectHeaders, selectOrders, toOrder } from './order-rows.ts'
import { withSearch, withSearchAmong } from './order-filter.ts'
import type { OrderQuery } from './order-filter.ts'

type Sorted = <Row>(query: OrderQuery<Row>) => OrderQuery<Row>

export const newestFirst: Sorted = (query) => query.orderBy('id', 'desc')

/**
 * The orders of a page, with their lines. The lines are read outside of the limit: within it the database would read them
 * for each row that the offset skips, too.
 */
export async function readOrders(
  db: Db,
  page: ReturnType<typeof selectHeaders>,
  sorted: Sorted = newestFirst,
): Promise<Order[]> {
  // Safe: the rows are called like the table, and have its columns that lists are sorted by.
  const orders = db.selectFrom(page.as('orders')) as unknown as OrderQuery<object>
  const rows = await sorted(orders.select(columns).select(lines.as('lines'))).execute()
  return rows.map(toOrder)
}

type ListFilter = Page & Pick<OrderFilter, 'tab' | 'q'> & { userId?: string }

/** Newest first. */
export async function listOrders(db: Db, filter: ListFilter): Promise<Order[]> {
  const { after, limit, skip = 0, userId } = filter
  let query = newestFirst(selectHeaders(db)).limit(limit).offset(skip)
  if (userId) query = query.where('user_id', '=', userId)
  if (after) query = query.where('id', '<', after)
  const found = userId
    ? withSearchAmong(query, filter)
    : withSearch(query, filter, { walkedFor: skip + limit })
  return readOrders(db, found)
}

/** One order; with `userId`, only if it belongs to that account. */
export async function findOrder(db: Db, id: string, userId?: string): Promise<Order | undefined> {
  let query = selectOrders(db).where('id', '=', id)
  if (userId) query = query.where('user_id', '=', userId)
  const row = await query.executeTakeFirst()
  return row && toOrder(row)
}

/** One order with its invoice, credit notes and refund; with `userId`, only if it belongs to that account. */
export async function findOneOrder(
  db: Db,
  id: string,
  userId?: string,
): Promise<OneOrder | undefined> {
  const found = await findOrder(db, id, userId)
  if (!found || found.status === 'unpaid') return found
  const invoice = await findInvoice(db, id)
  const creditNotes = (await findCreditNotes(db, [id])).get(id)
  const order = {
    ...found,
    ...(invoice && { invoice }),
    ...(creditNotes && { creditNotes, lines: await withRefunds(db, found) }),
  }
  if (order.status !== 'refunded') return order
  const refunded = await db
    .selectFrom('order_events')
    .select(['created_at', 'details'])
    .where('order_id', '=', id)
    .where('kind', '=', 'refunded')
    .where(sql<boolean>`details ->> 'reason' <> 'paid-twice'`)
    .executeTakeFirst()
  if (!refunded) return order
  const reason = refunded.details['reason'] === 'out-of-stock' ? 'out-of-stock' : 'given-back'
  return { ...order, refund: { at: refunded.created_at.toISOString(), reason } }
}

async function withRefunds(db: Db, { _id, lines }: Order): Promise<OrderLine[]> {
  const units = await findRefundedUnits(db, _id)
  return lines.map((line, index) => {
    const refunded = units.get(index + 1)
    return refunded === undefined ? line : { ...line, refunded }
  })
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** The order's row, locked until the transaction ends. Orders are locked before products, to avoid deadlocks. */
export const lockOrder = (trx: Transaction<Schema>, id: string) =>
  trx
    .selectFrom('orders')
    .select([...columns, 'user_id', 'hold_round', 'deleted_at', 'dispute_version', 'ship_actor'])
    .select(lines.as('lines'))
    .select([
      sql<boolean>`coalesce(held_until <= now(), false)`.as('is_expired'),
      sql<number | null>`extract(epoch from now() - released_at)::float8`.as('seconds_released'),
      // Not the time of the transaction, which may have waited for the lock.
      sql<number | null>`extract(epoch from ship_due_at - clock_timestamp())::float8`.as(
        'seconds_to_undo',
      ),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface OrderEvent {
  order_id: string
  kind: Schema['order_events']['kind']
  actor: string
  details?: Record<string, unknown>
}

/** Adds to the history of orders, in this order. */
export async function recordEvents(trx: Transaction<Schema>, events: readonly OrderEvent[]) {
  if (events.length === 0) return
  const rows = events.map(({ details = {}, ...columns }) => ({
    ...columns,
    details: JSON.stringify(details) as never,
  }))
  await trx.insertInto('order_events').values(rows).execute()
}

interface ShipmentEvent {
  order_id: string
  kind: Schema['shipment_events']['kind']
  actor: string
  details?: Record<string, unknown>
}

/** Adds to the history of a shipment. */
export async function recordShipmentEvent(
  trx: Transaction<Schema>,
  { details = {}, ...columns }: ShipmentEvent,
) {
  await trx
    .insertInto('shipment_events')
    .values({ ...columns, details: JSON.stringify(details) as never })
    .execute()
}

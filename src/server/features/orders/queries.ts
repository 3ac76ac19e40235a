import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import { isHeldByDispute } from '#contract/orders.ts'
import type { OneOrder, Order, OrderLine } from '#contract/orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import type { Verdict } from '#contract/vehicles/fit.ts'
import type { CarrierKey } from '#contract/shared/carriers.ts'
import type { Db } from '../../db/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Schema } from '../../db/schema.ts'
import { findCreditNotes, findInvoice, findRefundedUnits } from './find-invoice.ts'
import { withSearch, withSearchAmong } from './order-filter.ts'
import type { OrderQuery } from './order-filter.ts'

const columns = [
  'id',
  'name',
  'line_count',
  'reference',
  'total_cents',
  'quantity',
  'email',
  'status',
  'paid',
  'shipping',
  'transaction_id',
  'shipping_cents',
  'created_at',
  'held_until',
  'delivery_name',
  'delivery_phone',
  'delivery_address',
  'delivery_place',
  'dispute',
  'ship_due_at',
  'carrier',
  'tracking_number',
  'address_asked_at',
] as const

type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

interface StoredLine {
  product: string
  name: string
  img: string
  partNumber: string | null
  cents: number
  listCents: number | null
  priceFrom: string | null
  quantity: number
  vehicle: string | null
  verdict: Verdict | null
}

const lines = sql<StoredLine[]>`(
  select json_agg(json_build_object('product', product_id, 'name', line.name, 'img', img,
    'partNumber', part_number, 'cents', unit_price_cents, 'listCents', list_price_cents,
    'priceFrom', price_from, 'quantity', line.quantity,
    'vehicle', vehicle, 'verdict', verdict) order by line)
  from order_lines as line where order_id = orders.id)`

const toLine = ({
  partNumber,
  cents,
  listCents,
  priceFrom,
  vehicle,
  verdict,
  ...line
}: StoredLine): OrderLine => ({
  ...line,
  ...(partNumber !== null && { partNumber }),
  unitPrice: toDollars(cents),
  ...(listCents !== null && priceFrom !== null && { listPrice: toDollars(listCents), priceFrom }),
  ...(vehicle !== null && verdict !== null && { vehicle, verdict }),
})

/** Orders without their lines, for `readOrders`. */
export const selectHeaders = (db: Kysely<Schema>) =>
  db.selectFrom('orders').select(columns).where('deleted_at', 'is', null)

/** Cancelled unpaid orders without their lines; visible to their owner only. */
export const selectDeletedHeaders = (db: Kysely<Schema>) =>
  db.selectFrom('orders').select(columns).where('deleted_at', 'is not', null)

export const selectOrders = (db: Kysely<Schema>) => selectHeaders(db).select(lines.as('lines'))

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

/** Whether an order is marked as shipped, which can still be undone. */
export const isBeingShipped = (row: Pick<OrderRow, 'status' | 'ship_due_at' | 'dispute'>) =>
  row.status === 'paid' && row.ship_due_at !== null && !isHeldByDispute(row)

export const toOrder = (row: OrderRow): Order => ({
  ...flatFields(row.lines.map(toLine)),
  _id: row.id,
  name: row.name,
  price: toDollars(row.total_cents),
  quantity: row.quantity,
  email: row.email,
  status: isBeingShipped(row) ? 'shipped' : row.status,
  paid: row.paid,
  shipping: row.shipping || isBeingShipped(row),
  transactionId: row.transaction_id,
  shippingCost: toDollars(row.shipping_cents),
  ...(row.reference !== null && { reference: row.reference }),
  createdAt: row.created_at.toISOString(),
  heldUntil: row.held_until?.toISOString() ?? null,
  delivery: toDelivery(row),
  ...(row.dispute && { dispute: row.dispute }),
  ...(row.carrier && {
    // Safe: written from the same enumeration.
    tracking: { carrier: row.carrier as CarrierKey, number: row.tracking_number ?? undefined },
  }),
  ...(row.address_asked_at && { addressAskedAt: row.address_asked_at.toISOString() }),
})

const toDelivery = (row: OrderRow): Order['delivery'] =>
  row.delivery_address === null
    ? null
    : {
        name: row.delivery_name ?? '',
        phone: row.delivery_phone ?? '',
        address: row.delivery_address,
        ...(row.delivery_place && { place: row.delivery_place }),
      }

/** The fields of an order that are those of its first line. */
function flatFields(lines: OrderLine[]) {
  const [first] = lines
  // The database refuses an order without lines.
  if (!first) throw new Error('An order has no lines')
  const { product, img, unitPrice, partNumber } = first
  return { product, img, unitPrice, ...(partNumber !== undefined && { partNumber }), lines }
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

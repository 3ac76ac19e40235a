import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { toDollars } from '#contract/shared/fields.ts'
import { isHeldByDispute } from '#contract/orders/orders.ts'
import type { Order, OrderLine } from '#contract/orders/orders.ts'
import type { Verdict } from '#contract/fitments/fit.ts'
import type { CarrierKey } from '#contract/shared/carriers.ts'
import type { Schema } from '../../db/schema.ts'
import { toOrderTax } from '../taxes/stored-tax.ts'

export const columns = [
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
  'tax',
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

export interface StoredLine {
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
  orderedAs: string | null
  /** Cents of each rate; null without taxes. */
  taxes: number[] | null
}

export const lines = sql<StoredLine[]>`(
  select json_agg(json_build_object('product', product_id, 'name', line.name, 'img', img,
    'partNumber', part_number, 'cents', unit_price_cents, 'listCents', list_price_cents,
    'priceFrom', price_from, 'quantity', line.quantity,
    'vehicle', vehicle, 'verdict', verdict, 'orderedAs', ordered_as, 'taxes', taxes) order by line)
  from order_lines as line where order_id = orders.id)`

const toLine = (line: StoredLine): OrderLine => {
  const { product, name, img, quantity, partNumber, listCents, priceFrom } = line
  const { vehicle, verdict, orderedAs } = line
  return {
    product,
    name,
    img,
    quantity,
    ...(partNumber !== null && { partNumber }),
    unitPrice: toDollars(line.cents),
    ...(listCents !== null && priceFrom !== null && { listPrice: toDollars(listCents), priceFrom }),
    ...(vehicle !== null && verdict !== null && { vehicle, verdict }),
    ...(orderedAs !== null && { orderedAs }),
  }
}

/** Orders without their lines, for `readOrders`. */
export const selectHeaders = (db: Kysely<Schema>) =>
  db.selectFrom('orders').select(columns).where('deleted_at', 'is', null)

/** Cancelled unpaid orders without their lines; visible to their owner only. */
export const selectDeletedHeaders = (db: Kysely<Schema>) =>
  db.selectFrom('orders').select(columns).where('deleted_at', 'is not', null)

export const selectOrders = (db: Kysely<Schema>) => selectHeaders(db).select(lines.as('lines'))

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
  ...(row.tax && {
    tax: toOrderTax(
      row.tax,
      row.lines.map(({ taxes }) => taxes),
    ),
  }),
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

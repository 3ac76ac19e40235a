import { sql } from 'kysely'
import { clockIn } from '#contract/formats/clock.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { decimal } from '#contract/formats/formatting.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import { carriers } from '#contract/shared/carriers.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/index.ts'
import { asCsv } from '../../http/csv.ts'
import { eachManagedOrder } from './queries.ts'

type CsvRow = Omit<
  Order,
  'delivery' | 'tracking' | 'lines' | 'unitPrice' | 'price' | 'shippingCost'
> &
  Record<'unitPrice' | 'amount', string> &
  Record<'listPrice' | 'priceFrom' | 'orderedAs', string | undefined> &
  ReturnType<typeof taxCells> &
  Record<'price' | 'shippingCost' | 'receiver' | 'phone' | 'address', string | undefined> &
  Record<'carrier' | 'trackingNumber' | 'refunded' | 'vehicle' | 'verdict', string | undefined> & {
    line: number
    lineCount: number
    invoice: number | undefined
  }

/** The taxes of an order: `added` to its prices, `included` in them, or those that an `exempt` buyer did not pay. */
function taxCells(tax: Order['tax']) {
  const kind = tax?.exempt ? 'exempt' : tax?.included ? 'included' : 'added'
  return {
    taxAmount: tax && decimal(tax.amount),
    taxKind: tax && kind,
    taxArea: tax?.areaName,
  }
}

/** A row for each line. The amounts of the whole order are in the row of its first line, so that columns add up. */
async function* eachRow(db: Db, filter: OrderFilter, clock: Clock): AsyncGenerator<CsvRow> {
  for await (const exported of eachManagedOrder(db, filter)) {
    const { delivery, tracking, lines, invoice, refunded, ...order } = exported
    const { name: receiver, phone, address } = delivery ?? {}
    const whole = {
      ...order,
      lineCount: lines.length,
      createdAt: clock.iso(order.createdAt),
      receiver,
      phone,
      address,
      carrier: tracking && carriers[tracking.carrier].name,
      trackingNumber: tracking?.number,
    }
    for (const [index, line] of lines.entries()) {
      const isFirst = index === 0
      yield {
        ...whole,
        ...line,
        partNumber: line.partNumber,
        vehicle: line.vehicle,
        verdict: line.verdict,
        orderedAs: line.orderedAs,
        listPrice: line.listPrice === undefined ? undefined : decimal(line.listPrice),
        priceFrom: line.priceFrom,
        line: index + 1,
        unitPrice: decimal(line.unitPrice),
        amount: decimal(goodsTotal(line.unitPrice, line.quantity)),
        price: isFirst ? decimal(order.price) : undefined,
        invoice: isFirst ? invoice : undefined,
        refunded: isFirst && refunded > 0 ? decimal(refunded) : undefined,
        shippingCost: isFirst ? decimal(order.shippingCost) : undefined,
        ...taxCells(isFirst ? order.tax : undefined),
      }
    }
  }
}

const columns: { header: string; key: keyof CsvRow }[] = [
  { header: 'Order', key: '_id' },
  { header: 'Placed', key: 'createdAt' },
  { header: 'Status', key: 'status' },
  { header: 'Product', key: 'name' },
  { header: 'Quantity', key: 'quantity' },
  { header: 'Unit price', key: 'unitPrice' },
  { header: 'Total', key: 'price' },
  { header: 'Customer', key: 'email' },
  { header: 'Transaction', key: 'transactionId' },
  { header: 'Shipping', key: 'shippingCost' },
  { header: 'Part number', key: 'partNumber' },
  { header: 'Recipient', key: 'receiver' },
  { header: 'Phone', key: 'phone' },
  { header: 'Address', key: 'address' },
  { header: 'Dispute', key: 'dispute' },
  { header: 'Carrier', key: 'carrier' },
  { header: 'Tracking number', key: 'trackingNumber' },
  { header: 'Line', key: 'line' },
  { header: 'Lines', key: 'lineCount' },
  { header: 'Amount', key: 'amount' },
  { header: "Buyer's order number", key: 'reference' },
  { header: 'Invoice', key: 'invoice' },
  { header: 'Refunded', key: 'refunded' },
  { header: 'Vehicle', key: 'vehicle' },
  { header: 'Verdict', key: 'verdict' },
  { header: 'List price', key: 'listPrice' },
  { header: 'Price from', key: 'priceFrom' },
  { header: 'Ordered as', key: 'orderedAs' },
]

/** In a shop that charges taxes, or has an order with some. */
const taxColumns: typeof columns = [
  { header: 'Tax', key: 'taxAmount' },
  { header: 'Tax is', key: 'taxKind' },
  { header: 'Tax area', key: 'taxArea' },
]

async function hasTaxedOrders(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where tax is not null) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The orders of a filter as a CSV file. */
export async function exportOrders(
  db: Db,
  filter: OrderFilter,
  { taxes, TIME_ZONE }: Pick<Config, 'taxes' | 'TIME_ZONE'>,
) {
  const isTaxed = taxes !== undefined || (await hasTaxedOrders(db))
  return asCsv(
    isTaxed ? [...columns, ...taxColumns] : columns,
    eachRow(db, filter, clockIn(TIME_ZONE)),
  )
}

import { sql } from 'kysely'
import { clockIn } from '#contract/formats/clock.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { decimal } from '#contract/formats/formatting.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { carrierName } from '#contract/shared/carriers.ts'
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
  ReturnType<typeof paperCells> &
  Record<'carrier' | 'trackingNumber' | 'vehicle' | 'verdict', string | undefined> & {
    line: number
    lineCount: number
  }

/** The taxes of an order: `added` to its prices, `included` in them, or those that an `exempt` buyer did not pay. */
function taxCells(tax: Order['tax']) {
  const kind = tax?.exempt ? 'exempt' : tax?.included ? 'included' : 'added'
  return {
    taxAmount: tax && decimal(tax.amount),
    taxKind: tax && kind,
    taxArea: tax?.areaName,
    taxByRate:
      tax &&
      joined(
        tax.rates.map(({ name, percent, amount }) => `${percent}% ${name}: ${decimal(amount)}`),
      ),
  }
}

type Exported =
  ReturnType<typeof eachManagedOrder> extends AsyncGenerator<infer Each> ? Each : never

/** Invoice and credit notes of an order. The cells about credit notes have an entry for each, in the same order. */
function paperCells(papers: Exported['papers'], clock: Clock) {
  const notes = papers?.notes ?? []
  const refunded = notes.reduce((cents, { amount }) => cents + toCents(amount), 0)
  return {
    invoice: papers?.invoice,
    invoicedAt: papers && clock.iso(papers.invoicedAt),
    paidAt: papers && clock.iso(papers.paidAt),
    refunded: refunded > 0 ? decimal(toDollars(refunded)) : undefined,
    creditNotes: joined(notes.map(({ number }) => String(number))),
    refundedAt: joined(notes.map(({ issuedAt }) => clock.iso(issuedAt))),
    refunds: joined(notes.map(({ amount }) => decimal(amount))),
  }
}

/** Several facts in one cell. */
const joined = (facts: readonly string[]) => (facts.length > 0 ? facts.join('; ') : undefined)

/** A row for each line. The amounts of the whole order are in the row of its first line, so that columns add up. */
async function* eachRow(db: Db, filter: OrderFilter, clock: Clock): AsyncGenerator<CsvRow> {
  for await (const exported of eachManagedOrder(db, filter)) {
    const { delivery, tracking, lines, papers, ...order } = exported
    const { name: receiver, phone, address } = delivery ?? {}
    const whole = {
      ...order,
      lineCount: lines.length,
      createdAt: clock.iso(order.createdAt),
      receiver,
      phone,
      address,
      carrier: tracking && carrierName(tracking.carrier),
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
        shippingCost: isFirst ? decimal(order.shippingCost) : undefined,
        ...taxCells(isFirst ? order.tax : undefined),
        ...paperCells(isFirst ? papers : undefined, clock),
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
  { header: 'Tax by rate', key: 'taxByRate' },
]

/** Behind all others, whose places stay. */
const paperColumns: typeof columns = [
  { header: 'Invoice date', key: 'invoicedAt' },
  { header: 'Paid on', key: 'paidAt' },
  { header: 'Credit notes', key: 'creditNotes' },
  { header: 'Refunded on', key: 'refundedAt' },
  { header: 'Refunds', key: 'refunds' },
]

async function hasTaxedOrders(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where tax is not null)
      or exists (select from invoice_terms where tax_rate is not null) as found`.execute(db)
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
    [...columns, ...(isTaxed ? taxColumns : []), ...paperColumns],
    eachRow(db, filter, clockIn(TIME_ZONE)),
  )
}

import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { manageOrders } from '#contract/manage-orders.ts'
import type { Order } from '#contract/orders.ts'
import { AppError } from '../../errors.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { countOrders, eachManagedOrder, readHistory, revenueByDay } from './manage-queries.ts'

/** What admins see of all orders. Refunding is served by the payments feature. */
export function manageOrderRoutes({ router, database: { db } }: Shop) {
  route(router, manageOrders.counts, ({ query }) => countOrders(db, query.q))

  route(router, manageOrders.revenue, () => revenueByDay(db))

  rawRoute(router, manageOrders.csv, async ({ query, reply }) =>
    reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="orders.csv"',
      })
      .send(asCsv(eachManagedOrder(db, query))),
  )

  route(router, manageOrders.history, async ({ params }) => {
    const history = await readHistory(db, params.id)
    if (!history) throw new AppError('not-found')
    return history
  })
}

const columns: { header: string; key: keyof Order }[] = [
  { header: 'Order', key: '_id' },
  { header: 'Placed', key: 'createdAt' },
  { header: 'Status', key: 'status' },
  { header: 'Product', key: 'name' },
  { header: 'Quantity', key: 'quantity' },
  { header: 'Unit price', key: 'unitPrice' },
  { header: 'Total', key: 'price' },
  { header: 'Customer', key: 'email' },
  { header: 'Transaction', key: 'transactionId' },
]

/**
 * As spreadsheets read it: a byte order mark, CRLF, and what would be a formula is text, since names
 * are written by others.
 */
function asCsv(orders: AsyncIterable<Order>) {
  const rows = Readable.from(orders)
  const csv = stringify({
    header: true,
    bom: true,
    columns,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  rows.on('error', (error) => csv.destroy(error))
  csv.on('close', () => rows.destroy())
  return rows.pipe(csv)
}

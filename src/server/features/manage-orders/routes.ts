import { manageOrders } from '#contract/manage-orders.ts'
import type { Order, OrderFilter } from '#contract/orders.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import type { Db } from '../../db/index.ts'
import { AppError } from '../../http/errors.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { countOrders, eachManagedOrder, readHistory, revenueByDay } from './queries.ts'

/** What admins see of all orders. Refunding is served by the payments feature. */
export function manageOrderRoutes({ router, database: { db } }: Shop) {
  route(router, manageOrders.counts, ({ query }) => countOrders(db, query.q))

  route(router, manageOrders.revenue, () => revenueByDay(db))

  rawRoute(router, manageOrders.csv, async ({ query, reply }) =>
    reply.headers(csvHeaders('orders.csv')).send(asCsv(columns, eachRow(db, query))),
  )

  route(router, manageOrders.history, async ({ params }) => {
    const history = await readHistory(db, params.id)
    if (!history) throw new AppError('not-found')
    return history
  })
}

type CsvRow = Omit<Order, 'delivery'> & Record<'receiver' | 'phone' | 'address', string | undefined>

async function* eachRow(db: Db, filter: OrderFilter): AsyncGenerator<CsvRow> {
  for await (const { delivery, ...order } of eachManagedOrder(db, filter)) {
    const { name: receiver, phone, address } = delivery ?? {}
    yield { ...order, receiver, phone, address }
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
  { header: 'Receiver', key: 'receiver' },
  { header: 'Phone', key: 'phone' },
  { header: 'Address', key: 'address' },
]

import { manageOrders } from '#contract/manage-orders.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import { carriers } from '#contract/shared/carriers.ts'
import { clockIn } from '#contract/formats/clock.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { decimal } from '#contract/formats/formatting.ts'
import { asCsv, csvHeaders } from '../../http/csv.ts'
import type { Db } from '../../db/index.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { AppError } from '../../errors/errors.ts'
import { listResponse, pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { actorOf } from '../audit/record.ts'
import { listOrders } from '../orders/queries.ts'
import { refundOrder } from '../payments/refunds/refund-order.ts'
import { readOrderRefunds } from '../payments/refunds/refunded.ts'
import { refundPart } from '../payments/refunds/refund-part.ts'
import { idempotencyKeyOf } from '../../http/idempotency.ts'
import { requestAddress } from './ask-address.ts'
import { listPicks } from './pick-list.ts'
import {
  countOrders,
  eachManagedOrder,
  listPage,
  readDisputes,
  readHistory,
  revenueByDay,
} from './queries.ts'
import { shipOrder, undoShipping } from './ship-order.ts'
import { trackOrder } from './track-order.ts'

export function manageOrderRoutes(shop: Shop) {
  const {
    router,
    lists,
    counts,
    config,
    database: { db },
  } = shop

  rawRoute(router, manageOrders.all, async ({ query, request }) => {
    const { page, limit = rowsPerPage, ...filter } = query
    // Keyset pagination follows the id, so any other order needs numbered pages.
    if (page || filter.sort || filter.direction) {
      const rows = await listPage(db, { ...filter, page: page ?? 1, limit })
      return pageResponse(manageOrders.all, rows)
    }
    return listResponse(lists, request, {
      e: manageOrders.all,
      query,
      load: (next) => listOrders(db, { ...filter, ...next }),
    })
  })

  route(router, manageOrders.ship, async ({ params, user, request }) => {
    const shipment = { id: params.id, undoSeconds: config.SHIPPING_UNDO_SECONDS }
    const shipped = await shipOrder(db, actorOf({ user, request }), shipment)
    if (!shipped) throw new AppError('not-found')
    const { status, modifiedCount, undoSeconds = 0 } = shipped
    if (status !== 'shipped') throw new AppError('not-paid')
    // Others are counted when the time to undo has passed.
    if (modifiedCount > 0 && undoSeconds === 0) counts.order('shipped')
    return { modifiedCount, ...(undoSeconds > 0 && { undoSeconds }) }
  })

  route(router, manageOrders.undoShipping, async ({ params, user, request }) => {
    const undone = await undoShipping(db, actorOf({ user, request }), params.id)
    if (!undone) throw new AppError('not-found')
    return undone
  })

  route(router, manageOrders.track, async ({ params, body, user, request }) => {
    const tracked = await trackOrder(db, actorOf({ user, request }), params.id, body)
    if (!tracked) throw new AppError('not-found')
    return tracked
  })

  route(router, manageOrders.askForAddress, async ({ params, user, request }) => {
    const asked = await requestAddress(shop, actorOf({ user, request }), params.id)
    if (!asked) throw new AppError('not-found')
    return asked
  })

  route(router, manageOrders.counts, ({ query }) => countOrders(db, query.q))

  route(router, manageOrders.revenue, () => revenueByDay(db, config.TIME_ZONE))

  route(router, manageOrders.pickList, () => listPicks(db))

  rawRoute(router, manageOrders.csv, async ({ query, request }) => ({
    headers: csvHeaders('orders.csv'),
    body: await lists.streams.open(request, () =>
      asCsv(
        config.taxes ? [...columns, ...taxColumns] : columns,
        eachRow(db, query, clockIn(config.TIME_ZONE)),
      ),
    ),
  }))

  route(router, manageOrders.history, async ({ params }) => {
    const history = await readHistory(db, params.id)
    if (!history) throw new AppError('not-found')
    return history
  })

  route(router, manageOrders.disputes, async ({ params }) => {
    const disputes = await readDisputes(db, params.id)
    if (!disputes) throw new AppError('not-found')
    return disputes
  })

  route(router, manageOrders.refund, async ({ params, body, user, request }) => {
    const refund = { id: params.id, reason: body.reason }
    const isDone = await refundOrder(shop, actorOf({ user, request }), refund)
    return { modifiedCount: isDone ? 1 : 0 }
  })

  route(router, manageOrders.refunds, async ({ params }) => {
    const refunds = await readOrderRefunds(db, params.id)
    if (!refunds) throw new AppError('not-found')
    return refunds
  })

  route(router, manageOrders.refundPart, ({ params, body, user, request, reply }) =>
    refundPart(shop, {
      orderId: params.id,
      refund: body,
      actor: actorOf({ user, request }),
      key: idempotencyKeyOf(request, [params.id, body]),
      reply,
    }),
  )
}

type CsvRow = Omit<
  Order,
  'delivery' | 'tracking' | 'lines' | 'unitPrice' | 'price' | 'shippingCost'
> &
  Record<'unitPrice' | 'amount', string> &
  Record<'listPrice' | 'priceFrom', string | undefined> &
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
]

/** In a shop with taxes. */
const taxColumns: typeof columns = [
  { header: 'Tax', key: 'taxAmount' },
  { header: 'Tax is', key: 'taxKind' },
  { header: 'Tax area', key: 'taxArea' },
]

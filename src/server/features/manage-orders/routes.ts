import { manageOrders } from '#contract/orders/manage-orders.ts'
import { csvHeaders } from '../../http/csv.ts'
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
import { exportOrders } from './export-orders.ts'
import { listPicks } from './pick-list.ts'
import { readDisputes, readHistory } from './history.ts'
import { countOrders, listPage, revenueByDay } from './queries.ts'
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
    body: await lists.streams.open(request, () => exportOrders(db, query, config)),
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

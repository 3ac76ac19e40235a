import { orders } from '#contract/orders.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../http/errors.ts'
import { idempotencyKeyOf, markReplayed } from '../../http/idempotency.ts'
import { sendList, sendPage } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { heldMaxOf } from './reservation-limit.ts'
import { placeOrder } from './place-order.ts'
import { listByNumber } from '../manage-orders/queries.ts'
import { findOneOrder, listOwn } from '../own-orders/queries.ts'
import { listOrders, setDelivery, shipOrder } from './queries.ts'

/** Deleting an order is served by the payments feature: its payment has to be closed first. */
export function orderRoutes({ router, loadShedder, database, config, counts }: Shop) {
  const { db } = database

  route(router, orders.place, async ({ body, user, request, reply }) => {
    const { insertedId, replayed } = await placeOrder(database, {
      user,
      order: body,
      holdMinutes: config.ORDER_RESERVATION_MINUTES,
      heldMax: heldMaxOf(config, user),
      shippingCost: config.SHIPPING_COST,
      keyed: idempotencyKeyOf(request, body),
    })
    if (replayed) markReplayed(reply)
    else counts.order('placed')
    return { insertedId }
  })

  rawRoute(router, orders.all, async ({ query, request, reply }) => {
    const { page, limit = rowsPerPage, ...filter } = query
    // What is sorted by anything but age has no key that pages could follow.
    if (page || filter.sort || filter.direction) {
      const rows = await listByNumber(db, { ...filter, page: page ?? 1, limit })
      return sendPage(reply, orders.all, rows)
    }
    return sendList(reply, loadShedder, {
      e: orders.all,
      url: request.url,
      query,
      load: (next) => listOrders(db, { ...filter, ...next }),
    })
  })

  rawRoute(router, orders.mine, async ({ query, user, request, reply }) => {
    const { email, tab, page, q, limit = rowsPerPage } = query
    if (email !== user.email) throw new AppError('forbidden')
    if (page || tab) {
      const rows = await listOwn(db, { userId: user.id, tab, q, page: page ?? 1, limit })
      return sendPage(reply, orders.mine, rows)
    }
    return sendList(reply, loadShedder, {
      e: orders.mine,
      url: request.url,
      query,
      load: (next) => listOrders(db, { ...next, q, userId: user.id }),
    })
  })

  route(router, orders.one, async ({ params, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)
    if (!order) throw new AppError('not-found')
    return order
  })

  route(router, orders.deliver, async ({ params, body, user }) => {
    const set = await setDelivery(db, params.id, user.id, body)
    if (!set) throw new AppError('not-found')
    if (set.modifiedCount === 0) throw new AppError('order-paid')
    return set
  })

  route(router, orders.ship, async ({ params, user, request }) => {
    const shipped = await shipOrder(db, actorOf({ user, request }), params.id)
    if (!shipped) throw new AppError('not-found')
    if (shipped.status !== 'shipped') throw new AppError('not-paid')
    if (shipped.modifiedCount > 0) counts.order('shipped')
    return { modifiedCount: shipped.modifiedCount }
  })
}

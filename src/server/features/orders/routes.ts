import { orders } from '#contract/orders.ts'
import { AppError } from '../../errors/errors.ts'
import { idempotencyKeyOf, markReplayed } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { reservationLimitsOf } from './reservation-limits.ts'
import { placeOrder } from './place-order.ts'
import { findOneOrder } from './queries.ts'

export function orderRoutes({ router, database, config, counts }: Shop) {
  route(router, orders.place, async ({ body, user, request, reply }) => {
    const { insertedId, replayed } = await placeOrder(database, {
      user,
      order: body,
      limits: reservationLimitsOf(config, user),
      shippingCost: config.SHIPPING_COST,
      idempotencyKey: idempotencyKeyOf(request, body),
    })
    if (replayed) markReplayed(reply)
    else counts.order('placed')
    return { insertedId }
  })

  route(router, orders.one, async ({ params, user }) => {
    const order = await findOneOrder(database.db, params.id, user.isAdmin ? undefined : user.id)
    if (!order) throw new AppError('not-found')
    return order
  })
}

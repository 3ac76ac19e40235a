import type { FastifyReply, FastifyRequest } from 'fastify'
import { orders } from '#contract/orders/orders.ts'
import { quickOrder, type NewOrderFromCart } from '#contract/quick-order.ts'
import { messages as tradeMessages } from '#contract/trade-accounts.ts'
import type { User } from '../../http/access.ts'
import { AppError } from '../../errors/errors.ts'
import { idempotencyKeyOf, markReplayed, storedAnswer } from '../../http/idempotency.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { reservationLimitsOf } from './reservation-limits.ts'
import { asOrderOfLines, placeOrder } from './place-order.ts'
import { endAttempt } from './place/end-attempt.ts'
import type { Placed } from './place/insert-order.ts'
import { findOneOrder } from './queries.ts'

interface Placing {
  order: NewOrderFromCart
  user: User
  request: FastifyRequest
  reply: FastifyReply
  /** As it was sent. */
  body: unknown
}

export function orderRoutes({ router, database, config, counts }: Shop) {
  const { db } = database
  const place = async ({ order, user, request, reply, body }: Placing) => {
    const idempotencyKey = idempotencyKeyOf(request, body)
    if (user.needsReference && order.reference === undefined) {
      // A repetition gets its first answer, even if the account needs an order number since.
      const earlier = idempotencyKey && (await storedAnswer<Placed>(db, user.id, idempotencyKey))
      if (earlier) {
        markReplayed(reply)
        return earlier
      }
      const error = { field: 'reference', message: tradeMessages.referenceRequired }
      throw new AppError('invalid', { errors: [error] })
    }
    const { insertedId, replayed } = await placeOrder(database, {
      user,
      order,
      limits: reservationLimitsOf(config, user),
      shippingCost: config.SHIPPING_COST,
      taxes: config.taxes,
      idempotencyKey,
    })
    if (replayed) markReplayed(reply)
    else counts.order('placed')
    return { insertedId }
  }

  route(router, orders.place, async ({ body, ...call }) =>
    place({ ...call, body, order: await asOrderOfLines(database, body) }),
  )

  route(router, quickOrder.place, ({ body, ...call }) => place({ ...call, body, order: body }))

  route(router, orders.outcome, async ({ body, user }) => ({
    insertedId: (await endAttempt(database.pool, user.id, body.key)) ?? null,
  }))

  route(router, orders.one, async ({ params, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)
    if (!order) throw new AppError('not-found')
    return order
  })
}

import { ownOrders } from '#contract/own-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { shortId } from '#contract/shared/formatting.ts'
import { AppError } from '../../http/errors.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { checkList } from '../quick-order/check-list.ts'
import { countOwn, findOneOrder } from './queries.ts'

/** What customers do with their own orders, beyond the specification's calls. */
export function ownOrderRoutes({ router, config, database: { db, pool } }: Shop) {
  route(router, ownOrders.counts, async ({ query, user }) => {
    if (query.email !== user.email) throw new AppError('forbidden')
    return countOwn(db, user.id, query.q)
  })

  rawRoute(router, ownOrders.invoice, async ({ params, user, reply }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)
    if (!order) throw new AppError('not-found')
    if (order.status === 'unpaid') throw new AppError('not-paid')
    // Most nodes run for days before somebody asks for the first one.
    const { invoicePdf } = await import('../invoices/invoice-pdf.ts')
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${shortId(order._id)}.pdf"`,
      })
      .send(invoicePdf(order, order.email === user.email ? user.name : ''))
  })

  route(router, quickOrder.check, ({ body }) => checkList(pool, body.list, config.SHIPPING_COST))
}

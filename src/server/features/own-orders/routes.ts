import { ownOrders } from '#contract/orders/own-orders.ts'
import { clockIn } from '#contract/formats/clock.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { AppError } from '../../errors/errors.ts'
import { listResponse, pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findAddress } from '../addresses/queries.ts'
import { findNoteContents } from '../invoices/note-contents.ts'
import { findOneOrder, listOrders } from '../orders/queries.ts'
import { closeOrder } from '../payments/close-order.ts'
import { countOwn, listOwnPage } from './queries.ts'
import { deliveryTo, setDelivery } from './set-delivery.ts'

export function ownOrderRoutes(shop: Shop) {
  const {
    router,
    lists,
    config,
    database: { db },
  } = shop

  rawRoute(router, ownOrders.mine, async ({ query, user, request }) => {
    const { email, tab, page, q, limit = rowsPerPage } = query
    if (email !== user.email) throw new AppError('forbidden')
    if (page || tab) {
      const rows = await listOwnPage(db, { userId: user.id, tab, q, page: page ?? 1, limit })
      return pageResponse(ownOrders.mine, rows)
    }
    return listResponse(lists, request, {
      e: ownOrders.mine,
      query,
      load: (next) => listOrders(db, { ...next, q, userId: user.id }),
    })
  })

  route(router, ownOrders.remove, async ({ params, user }) => {
    const isClosed = await closeOrder(shop, params.id, { kind: 'deleted', userId: user.id })
    if (!isClosed) throw new AppError('not-found')
    return { deletedCount: 1 }
  })

  route(router, ownOrders.deliver, async ({ params, body, user }) => {
    return requireDelivered(await setDelivery(shop, { id: params.id, userId: user.id }, body))
  })

  route(router, ownOrders.deliverTo, async ({ params, body, user }) => {
    const address = await findAddress(db, { userId: user.id, id: body.address })
    if (!address) throw new AppError('not-found')
    return requireDelivered(
      await setDelivery(shop, { id: params.id, userId: user.id }, deliveryTo(address)),
    )
  })

  route(router, ownOrders.counts, async ({ query, user }) => {
    if (query.email !== user.email) throw new AppError('forbidden')
    return countOwn(db, user.id, query.q)
  })

  rawRoute(router, ownOrders.invoice, async ({ params, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)
    if (!order) throw new AppError('not-found')
    if (!order.invoice) throw new AppError('not-paid')
    // Loaded lazily: invoices are rare, and library and fonts take memory.
    const { invoicePdf } = await import('../invoices/invoice-pdf.ts')
    return {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${order.invoice.number}.pdf"`,
      },
      body: await invoicePdf(order, order.invoice, clockIn(config.TIME_ZONE)),
    }
  })

  rawRoute(router, ownOrders.creditNote, async ({ params, query: { number }, user }) => {
    const order = await findOneOrder(db, params.id, user.isAdmin ? undefined : user.id)
    const note = order?.creditNotes?.find((each) => each.number === number)
    if (!order?.invoice || !note) throw new AppError('not-found')
    const { creditNotePdf } = await import('../invoices/credit-note-pdf.ts')
    const contents = (await findNoteContents(db, order)).get(number)
    if (!contents) throw new AppError('not-found')
    return {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="credit-note-${number}.pdf"`,
      },
      body: await creditNotePdf(
        { order, invoice: order.invoice, note, contents },
        clockIn(config.TIME_ZONE),
      ),
    }
  })
}

function requireDelivered(set: Awaited<ReturnType<typeof setDelivery>>) {
  if (!set) throw new AppError('not-found')
  if (set.modifiedCount === 0) throw new AppError('order-paid')
  return set
}

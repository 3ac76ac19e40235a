import { manageProducts } from '#contract/manage-products.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../http/errors.ts'
import { keyOf, once } from '../../http/idempotency.ts'
import { sendPage } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { refusingTaken, showAtOnce } from './after-change.ts'
import { changeStock } from '../stock/adjustments.ts'
import { changeProduct, restoreProduct } from './change-product.ts'
import { countProducts, findManagedProduct, listManagedProducts } from './manage-queries.ts'

const rowsPerPage = 25

/** What admins see of the catalogue, and how they change it. */
export function manageProductRoutes(shop: Shop) {
  const { router, database } = shop
  const { db } = database

  rawRoute(router, manageProducts.list, async ({ query, reply }) => {
    const { page = 1, limit = rowsPerPage, ...filter } = query
    const rows = await listManagedProducts(db, { ...filter, page, limit })
    return sendPage(reply, manageProducts.list, rows)
  })

  route(router, manageProducts.counts, ({ query }) => countProducts(db, query.q))

  route(router, manageProducts.one, async ({ params }) => {
    const product = await findManagedProduct(db, params.id)
    if (!product) throw new AppError('not-found')
    return product
  })

  route(router, manageProducts.change, async ({ params, body, user, request }) => {
    const actor = actorOf({ user, request })
    const modifiedCount = await refusingTaken(() =>
      changeProduct(db, actor, { ...body, id: params.id }),
    )
    showAtOnce(shop)
    return { modifiedCount }
  })

  route(router, manageProducts.stock, async ({ params, body, user, request, reply }) => {
    const keyed = keyOf(request, { ...params, ...body })
    const actor = actorOf({ user, request })
    const changed = await once({ db, userId: user.id, keyed, reply }, (trx) =>
      changeStock(trx, actor, { ...body, id: params.id }),
    )
    showAtOnce(shop)
    return changed
  })

  route(router, manageProducts.restore, async ({ params, user, request }) => {
    const modifiedCount = await refusingTaken(() =>
      restoreProduct(db, actorOf({ user, request }), params.id),
    )
    showAtOnce(shop)
    return { modifiedCount }
  })
}

import { manageProducts } from '#contract/products/manage-products.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { actorOf } from '../audit/record.ts'
import { AppError } from '../../errors/errors.ts'
import { pageResponse } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { changeStock } from '../stock/adjustments.ts'
import { changeProduct, restoreProduct } from './change-product.ts'
import { duplicates } from './duplicates.ts'
import { countProducts, findManagedProduct, listManagedProducts } from './manage-queries.ts'

/** The calls of admins on the catalogue. */
export function manageProductRoutes(shop: Shop) {
  const { router, database } = shop
  const { db } = database

  rawRoute(router, manageProducts.list, async ({ query }) => {
    const { page = 1, limit = rowsPerPage, ...filter } = query
    const rows = await listManagedProducts(db, { ...filter, page, limit })
    return pageResponse(manageProducts.list, rows)
  })

  route(router, manageProducts.counts, ({ query }) => countProducts(db, query.q))

  route(router, manageProducts.one, async ({ params }) => {
    const product = await findManagedProduct(db, params.id)
    if (!product) throw new AppError('not-found')
    return product
  })

  route(
    router,
    manageProducts.change,
    async ({ params, body, user, request }) => {
      const change = { ...body, id: params.id }
      return { modifiedCount: await changeProduct(db, actorOf({ user, request }), change) }
    },
    { duplicates },
  )

  route(router, manageProducts.stock, ({ params, body, user, request, trx }) =>
    changeStock(trx, actorOf({ user, request }), { ...body, id: params.id }),
  )

  route(
    router,
    manageProducts.restore,
    async ({ params, user, request }) => ({
      modifiedCount: await restoreProduct(db, actorOf({ user, request }), params.id),
    }),
    { duplicates },
  )
}

import { products } from '#contract/products.ts'
import { actorOf } from '../audit/record.ts'
import { readsFor } from '../../db/replica/read-replica.ts'
import { AppError } from '../../http/errors.ts'
import { keyOf, once } from '../../http/idempotency.ts'
import { sendPublicAnswer, sendPublicList } from '../../http/lists.ts'
import { rawRoute, route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { refusingTaken, showAtOnce } from './after-change.ts'
import { findProducts, listProducts } from './catalogue.ts'
import { manageProductRoutes } from './manage-routes.ts'
import { addProduct, archiveProduct, findProductAmongMany, lookUpProducts } from './queries.ts'

export function productRoutes(shop: Shop) {
  manageProductRoutes(shop)
  const { router, database, reads } = shop
  const { db } = database

  rawRoute(router, products.list, ({ query, request, reply }) =>
    sendPublicList(request, reply, shop, {
      e: products.list,
      url: request.url,
      query,
      load: (page, from) => listProducts(from.db, { ...query, ...page }),
    }),
  )

  rawRoute(router, products.found, ({ query, request, reply }) =>
    sendPublicAnswer(request, reply, shop, {
      e: products.found,
      load: ({ db }) => findProducts(db, query),
    }),
  )

  route(router, products.one, async ({ params, request }) => {
    const product = await readsFor(request, reads).run(({ pool }) =>
      findProductAmongMany(pool, params.id),
    )
    if (!product) throw new AppError('not-found')
    return product
  })

  route(router, products.lookUp, ({ body, request }) =>
    readsFor(request, reads).run(({ pool }) => lookUpProducts(pool, body.partNumbers)),
  )

  route(router, products.add, async ({ body, user, request, reply }) => {
    const keyed = keyOf(request, body)
    const added = await refusingTaken(() =>
      once({ db, userId: user.id, keyed, reply }, (trx) =>
        addProduct(trx, body, { actor: actorOf({ user, request }), email: user.email }),
      ),
    )
    showAtOnce(shop)
    return added
  })

  route(router, products.remove, async ({ params, user, request }) => {
    const deletedCount = await archiveProduct(db, actorOf({ user, request }), params.id)
    if (deletedCount === 0) throw new AppError('not-found')
    showAtOnce(shop)
    return { deletedCount }
  })
}

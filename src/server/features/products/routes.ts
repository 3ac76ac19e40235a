import { products } from '#contract/products.ts'
import { actorOf } from '../../audit.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { readsFor } from '../../db/reads.ts'
import { AppError } from '../../errors.ts'
import { keyOf, once } from '../../idempotency.ts'
import { sendPublicList } from '../../lists.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { addProduct, archiveProduct, findProductAmongMany, listProducts } from './queries.ts'

export function productRoutes(shop: Shop) {
  const { router, database, kept, reads } = shop
  const { db } = database
  const showAtOnce = () => {
    reads.distrust()
    kept.clear()
  }

  rawRoute(router, products.list, ({ query, request, reply }) =>
    sendPublicList(request, reply, shop, {
      e: products.list,
      url: request.url,
      query,
      load: (page, from) => listProducts(from.db, { ...page, q: query.q, sort: query.sort }),
    }),
  )

  route(router, products.one, async ({ params, request }) => {
    const product = await readsFor(request, reads).run(({ pool }) =>
      findProductAmongMany(pool, params.id),
    )
    if (!product) throw new AppError('not-found')
    return product
  })

  route(router, products.add, async ({ body, user, request, reply }) => {
    const keyed = keyOf(request, body)
    try {
      const added = await once({ db, userId: user.id, keyed, reply }, (trx) =>
        addProduct(trx, body, { actor: actorOf({ user, request }), email: user.email }),
      )
      showAtOnce()
      return added
    } catch (error) {
      if (!isUniqueViolation(error, 'products_live_name')) throw error
      const message = 'A product of this name is in the catalogue already'
      throw new AppError('duplicate', { errors: [{ field: 'name', message }] })
    }
  })

  route(router, products.remove, async ({ params, user, request }) => {
    const deletedCount = await archiveProduct(db, actorOf({ user, request }), params.id)
    if (deletedCount === 0) throw new AppError('not-found')
    showAtOnce()
    return { deletedCount }
  })
}

import { products } from '#contract/products.ts'
import { actorOf } from '../../audit.ts'
import { isUniqueViolation } from '../../db/index.ts'
import { AppError } from '../../errors.ts'
import { keyOf, once } from '../../idempotency.ts'
import { sendPublicList } from '../../lists.ts'
import { rawRoute, route } from '../../route.ts'
import type { Shop } from '../../shop.ts'
import { addProduct, archiveProduct, findProduct, listProducts } from './queries.ts'

export function productRoutes({ router, database: { db, pool }, kept, gate }: Shop) {
  rawRoute(router, products.list, ({ query, request, reply }) =>
    sendPublicList(
      request,
      reply,
      { kept, gate },
      {
        e: products.list,
        url: request.url,
        query,
        load: (page) => listProducts(db, { ...page, q: query.q, sort: query.sort }),
      },
    ),
  )

  route(router, products.one, async ({ params }) => {
    const product = await findProduct(pool, params.id)
    if (!product) throw new AppError('not-found')
    return product
  })

  route(router, products.add, async ({ body, user, request, reply }) => {
    const keyed = keyOf(request, body)
    try {
      const added = await once({ db, userId: user.id, keyed, reply }, (trx) =>
        addProduct(trx, body, { actor: actorOf({ user, request }), email: user.email }),
      )
      kept.clear()
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
    kept.clear()
    return { deletedCount }
  })
}

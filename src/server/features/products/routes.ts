import { products } from '#contract/products/products.ts'
import { actorOf } from '../audit/record.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import type { PublicReader } from '../../db/replica/read-replica.ts'
import { AppError } from '../../errors/errors.ts'
import { publicListRoute, publicRoute } from '../../http/public/public-route.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { listProducts } from './catalogue.ts'
import { duplicates } from './duplicates.ts'
import { countCatalogue } from './lists/count.ts'
import { createEmptyLists } from './lists/empty-lists.ts'
import { manageProductRoutes } from './manage-routes.ts'
import { listRelated } from './related.ts'
import { suggestProducts } from './suggestions.ts'
import { addProduct, archiveProduct, findProductAmongMany, lookUpProducts } from './queries.ts'

export function productRoutes(shop: Shop) {
  manageProductRoutes(shop)
  const { router, database, publicReads } = shop

  const noteEmpty = createEmptyLists(shop)
  publicListRoute(shop, products.list, async (query, page, from) => {
    const rows = await listProducts(from, { ...query, ...page })
    noteEmpty(query, rows)
    return rows
  })

  publicRoute(shop, products.found, (query, from) => countCatalogue(from, query))

  publicRoute(shop, products.related, ({ product }, { pool }) => listRelated(pool, product))
  publicRoute(shop, products.suggestions, ({ q }, from) => suggestProducts(from, q))

  route(router, products.one, ({ params, request }) =>
    findProduct(readerFor(request, publicReads.replica), params.id),
  )
  shop.publicAnswers.addRow(products.one, (id) => findProduct(publicReads.replica, id))

  route(router, products.lookUp, ({ body, request }) =>
    readerFor(request, publicReads.replica).run(({ pool }) =>
      lookUpProducts(pool, body.partNumbers),
    ),
  )

  route(
    router,
    products.add,
    ({ body, user, request, trx }) =>
      addProduct(trx, body, { actor: actorOf({ user, request }), email: user.email }),
    { duplicates },
  )

  route(router, products.remove, async ({ params, user, request }) => {
    const deletedCount = await archiveProduct(database.db, actorOf({ user, request }), params.id)
    if (deletedCount === 0) throw new AppError('not-found')
    return { deletedCount }
  })
}

async function findProduct(reader: PublicReader, id: string) {
  const product = await reader.run(({ pool }) => findProductAmongMany(pool, id))
  if (!product) throw new AppError('not-found')
  return product
}

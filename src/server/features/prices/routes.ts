import { prices } from '#contract/products/account-prices.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { listProducts } from '../products/catalogue.ts'
import { countCatalogue } from '../products/lists/count.ts'
import { createEmptyLists } from '../products/lists/empty-lists.ts'
import { publicPrices } from '../products/lists/shown-prices.ts'
import { findProducts } from '../products/queries.ts'
import { findTerms, loadAccountList, pricesFor } from './account-list.ts'
import { pricesOfAccount } from './own-order.ts'

export function priceRoutes(shop: Shop) {
  const { router, database, publicReads } = shop
  const { pool } = database

  route(router, prices.own, async ({ query, user }) => {
    const ids = query.products.map((id) => id.toLowerCase())
    const [found, list] = await Promise.all([
      findProducts(pool, ids),
      loadAccountList(pool, user.priceList, ids),
    ])
    return ids.map((id) => {
      const product = found.get(id)
      return product ? pricesFor(product, list) : null
    })
  })

  const termsOf = (list: string | null) => (list === null ? undefined : findTerms(pool, list))
  const pricesOf = async (list: string | null) => {
    const terms = await termsOf(list)
    return terms ? pricesOfAccount(terms) : publicPrices
  }

  route(router, prices.list, async ({ user }) => ({
    name: (await termsOf(user.priceList))?.name ?? null,
  }))

  const noteEmpty = createEmptyLists(shop)
  route(router, prices.products, async ({ query, user, request }) => {
    const { limit = rowsPerPage, page = 1 } = query
    const shown = await pricesOf(user.priceList)
    const rows = await readerFor(request, publicReads.replica).run((from) =>
      listProducts(from, { ...query, limit, page }, shown),
    )
    noteEmpty(query, rows)
    return rows
  })

  route(router, prices.found, async ({ query, user, request }) => {
    const shown = await pricesOf(user.priceList)
    return readerFor(request, publicReads.replica).run((from) => countCatalogue(from, query, shown))
  })
}

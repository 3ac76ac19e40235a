import { prices } from '#contract/prices/prices.ts'
import { route } from '../../http/route.ts'
import type { Shop } from '../../shop.ts'
import { findProducts } from '../products/queries.ts'
import { loadAccountList, pricesFor } from './account-list.ts'

export function priceRoutes({ router, database: { pool } }: Shop) {
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
}

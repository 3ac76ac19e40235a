import { products } from '#contract/products/products.ts'
import { publicRoute } from '../../http/public/public-route.ts'
import type { Shop } from '../../shop.ts'
import { readCarPage } from './car-page.ts'
import { readPartPage } from './part-page.ts'

/** What the public pages of parts read. */
export function partPageRoutes(shop: Shop) {
  publicRoute(shop, products.page, (query, from) => readPartPage(from, query))
  publicRoute(shop, products.forCar, (query, from) => readCarPage(from, query))
}

import type { QueryClient } from '@tanstack/react-query'
import { manageProducts } from '#contract/manage-products.ts'
import { products } from '#contract/products.ts'
import { keyOf } from '#web/lib/api/api.ts'

const lists = [
  manageProducts.list,
  manageProducts.counts,
  manageProducts.one,
  products.list,
  products.one,
]

/** After a change of the catalogue everything that shows it is asked for again. */
export const followCatalogue = (client: QueryClient) =>
  Promise.all(lists.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))

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

/** Invalidates all reads of the catalogue after a change. */
export const invalidateCatalogue = (client: QueryClient) =>
  Promise.all(lists.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))

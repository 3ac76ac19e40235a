import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  manageProducts,
  type ProductSort,
  productSorts,
  type ProductTab,
  productTabs,
} from '#contract/manage-products.ts'
import { read } from '#web/lib/api/api.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  type Sorted,
} from '#web/lib/lists/list-params.ts'
import type { SortTexts } from '#web/ui/list/sort-select.tsx'

export interface ShownProducts extends ListParams, Sorted<ProductSort> {
  tab: ProductTab
}

export const managedList: ListDefinition<ShownProducts> = {
  path: '/dashboard/manageProduct',
  parseParams: (parameters) => ({
    tab: oneOf<ProductTab>(productTabs, parameters.get('tab'), 'live'),
    sort: oneOf<ProductSort>(productSorts, parameters.get('sort'), 'added'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...parseListParams(parameters),
  }),
}

/** One page of products, and the number of products in each list. */
export function useManagedProducts({ q, ...shown }: ShownProducts) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(manageProducts.list, { query: { ...shown, ...search } }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...read(manageProducts.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    found: found.data,
    counted: toTotalCount(found, ({ counts }) => counts[shown.tab]),
  }
}

export const sortTexts: SortTexts<ProductSort> = {
  added: { asc: 'Oldest first', desc: 'Newest first' },
  name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
  price: { asc: 'Lowest price first', desc: 'Highest price first' },
  stock: { asc: 'Least in stock first', desc: 'Most in stock first' },
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  manageProducts,
  type ProductSort,
  productSorts,
  type ProductTab,
  productTabs,
} from '#contract/manage-products.ts'
import { read } from '#web/lib/api/api.ts'
import { counted } from '#web/lib/lists/total-count.ts'
import { chosen } from '#web/lib/lists/list-url.ts'
import {
  type ShownList,
  type ShownRows,
  shownRowsBy,
  type Sorted,
} from '#web/lib/lists/list-params.ts'
import type { SortTexts } from '#web/ui/list/sort-select.tsx'

export interface ShownProducts extends ShownRows, Sorted<ProductSort> {
  tab: ProductTab
}

export const managedList: ShownList<ShownProducts> = {
  path: '/dashboard/manageProduct',
  shownBy: (parameters) => ({
    tab: chosen<ProductTab>(productTabs, parameters.get('tab'), 'live'),
    sort: chosen<ProductSort>(productSorts, parameters.get('sort'), 'added'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...shownRowsBy(parameters),
  }),
}

/** One page of the products, with how many each list has. */
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
    counted: counted(found, ({ counts }) => counts[shown.tab]),
  }
}

export const sortTexts: SortTexts<ProductSort> = {
  added: { asc: 'Oldest first', desc: 'Newest first' },
  name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
  price: { asc: 'Lowest price first', desc: 'Highest price first' },
  stock: { asc: 'Least in stock first', desc: 'Most in stock first' },
}

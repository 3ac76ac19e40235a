import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { manageOrders } from '#contract/manage-orders.ts'
import {
  type OrderSort,
  orderSorts,
  type OrderTab,
  orderTabs,
} from '#contract/orders/order-filter.ts'
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

export interface OrderListParams extends ListParams, Sorted<OrderSort> {
  tab: OrderTab
}

export const managedList: ListDefinition<OrderListParams> = {
  path: '/dashboard/manageAllOrders',
  parseParams: (parameters) => ({
    tab: oneOf<OrderTab>(orderTabs, parameters.get('tab'), 'all'),
    sort: oneOf<OrderSort>(orderSorts, parameters.get('sort'), 'order'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...parseListParams(parameters),
  }),
}

/** One page of all orders, with the count of each tab. */
export function useManagedOrders({ q, ...params }: OrderListParams) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(manageOrders.all, { query: { ...params, ...search } }),
    placeholderData: keepPreviousData,
  })
  const all = useQuery(read(manageOrders.counts, { query: {} }))
  const counts = useQuery({
    ...read(manageOrders.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    all,
    tabCounts: counts.data,
    total: toTotalCount(counts, ({ counts: byTab }) => byTab[params.tab]),
  }
}

export const sortTexts: SortTexts<OrderSort> = {
  order: { asc: 'Oldest first', desc: 'Newest first' },
  product: { asc: 'Product, A to Z', desc: 'Product, Z to A' },
  quantity: { asc: 'Fewest units first', desc: 'Most units first' },
  amount: { asc: 'Lowest amount first', desc: 'Highest amount first' },
  customer: { asc: 'Customer, A to Z', desc: 'Customer, Z to A' },
  delivery: { asc: 'State, A to Z', desc: 'State, Z to A' },
}

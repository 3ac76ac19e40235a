import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { manageOrders } from '#contract/manage-orders.ts'
import { orders, type OrderSort, orderSorts, type OrderTab, orderTabs } from '#contract/orders.ts'
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

export interface ShownOrders extends ShownRows, Sorted<OrderSort> {
  tab: OrderTab
}

export const managedList: ShownList<ShownOrders> = {
  path: '/dashboard/manageAllOrders',
  shownBy: (parameters) => ({
    tab: chosen<OrderTab>(orderTabs, parameters.get('tab'), 'all'),
    sort: chosen<OrderSort>(orderSorts, parameters.get('sort'), 'order'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...shownRowsBy(parameters),
  }),
}

/** One page of all orders, with how many there are in each state. */
export function useManagedOrders({ q, ...shown }: ShownOrders) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(orders.all, { query: { ...shown, ...search } }),
    placeholderData: keepPreviousData,
  })
  const all = useQuery(read(manageOrders.counts, { query: {} }))
  const found = useQuery({
    ...read(manageOrders.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    all,
    found: found.data,
    counted: counted(found, ({ counts }) => counts[shown.tab]),
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

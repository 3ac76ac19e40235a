import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OwnOrderTab, ownOrderTabs } from '#contract/orders/order-filter.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { read } from '#web/lib/api/api.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
} from '#web/lib/lists/list-params.ts'

export interface OwnOrderListParams extends ListParams {
  tab: OwnOrderTab
}

export const ownList: ListDefinition<OwnOrderListParams> = {
  path: '/dashboard/myOrder',
  hasFixedPages: true,
  parseParams: (parameters) => ({
    tab: oneOf<OwnOrderTab>(ownOrderTabs, parameters.get('tab'), 'all'),
    ...parseListParams(parameters),
    limit: 10,
  }),
}

/** One page of the customer's orders, with the count of each tab. */
export function useOwnOrders({ q, ...params }: OwnOrderListParams) {
  const { email } = useAccount()
  const search = { email, ...(q && { q }) }
  // Refetched on every focus: the order may have been paid in another tab.
  const always = { refetchOnWindowFocus: 'always', placeholderData: keepPreviousData } as const
  const rows = useQuery({ ...read(ownOrders.mine, { query: { ...search, ...params } }), ...always })
  const counts = useQuery({ ...read(ownOrders.counts, { query: search }), ...always })
  return {
    page: rows,
    tabCounts: counts.data,
    total: toTotalCount(counts, ({ counts: byTab }) => byTab[params.tab]),
  }
}

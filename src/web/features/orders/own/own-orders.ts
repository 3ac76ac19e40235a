import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orders, type OwnOrderTab, ownOrderTabs } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { read } from '#web/lib/api/api.ts'
import { useAccount } from '#web/lib/session/session.tsx'
import { counted } from '#web/lib/lists/total-count.ts'
import { chosen } from '#web/lib/lists/list-url.ts'
import { type ShownList, type ShownRows, shownRowsBy } from '#web/lib/lists/list-params.ts'

export interface ShownOwnOrders extends ShownRows {
  tab: OwnOrderTab
}

export const ownList: ShownList<ShownOwnOrders> = {
  path: '/dashboard/myOrder',
  hasFixedPages: true,
  shownBy: (parameters) => ({
    tab: chosen<OwnOrderTab>(ownOrderTabs, parameters.get('tab'), 'all'),
    ...shownRowsBy(parameters),
    limit: 10,
  }),
}

/** One page of the customer's orders, with how many there are in each state. */
export function useOwnOrders({ q, ...shown }: ShownOwnOrders) {
  const { email } = useAccount()
  const search = { email, ...(q && { q }) }
  // Always, since the other tab is where an order may just have been paid.
  const always = { refetchOnWindowFocus: 'always', placeholderData: keepPreviousData } as const
  const rows = useQuery({ ...read(orders.mine, { query: { ...search, ...shown } }), ...always })
  const found = useQuery({ ...read(ownOrders.counts, { query: search }), ...always })
  return {
    page: rows,
    found: found.data,
    counted: counted(found, ({ counts }) => counts[shown.tab]),
  }
}

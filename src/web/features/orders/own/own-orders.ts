import type { OwnOrderTab } from '#contract/orders/order-filter.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { read } from '#web/lib/api/api.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useAccount } from '#web/lib/session/session.tsx'

export const ownList = managedList<OwnOrderTab>({
  path: pathTo.myOrders,
  noun: { one: 'order', many: 'orders' },
  searchedIn: 'Order, your order number, product or transaction id',
  tabs: {
    label: 'Orders by state',
    texts: {
      all: 'All',
      'not-paid': 'To pay',
      'to-ship': 'Paid',
      shipped: 'Shipped',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
    },
  },
  pageSize: 10,
})

/** One page of the customer's orders, with the count of each tab. */
export function useOwnOrders() {
  const { email } = useAccount()
  // Refetched on every focus: the order may have been paid in another tab.
  const always = { refetchOnWindowFocus: 'always' } as const
  return useManagedList(ownList, {
    rows: (query) => ({ ...read(ownOrders.mine, { query: { email, ...query } }), ...always }),
    counts: (query) => ({ ...read(ownOrders.counts, { query: { email, ...query } }), ...always }),
  })
}

import { useQuery } from '@tanstack/react-query'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { OrderSort, OrderTab } from '#contract/orders/order-filter.ts'
import { read } from '#web/lib/api/api.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'

const list = managedList<OrderTab, OrderSort>({
  path: pathTo.manageOrders,
  noun: { one: 'order', many: 'orders' },
  searchedIn: 'Order, buyer’s number, product, email or transaction',
  tabs: {
    label: 'Orders by state',
    texts: {
      all: 'All',
      'to-ship': 'To ship',
      shipped: 'Shipped',
      'not-paid': 'Not paid',
      refunded: 'Refunded',
      disputed: 'Disputed',
    },
  },
  sorts: {
    texts: {
      order: { asc: 'Oldest first', desc: 'Newest first' },
      product: { asc: 'Product, A to Z', desc: 'Product, Z to A' },
      quantity: { asc: 'Fewest units first', desc: 'Most units first' },
      amount: { asc: 'Lowest amount first', desc: 'Highest amount first' },
      customer: { asc: 'Customer, A to Z', desc: 'Customer, Z to A' },
      delivery: { asc: 'State, A to Z', desc: 'State, Z to A' },
    },
    textColumns: ['product', 'customer', 'delivery'],
  },
})

export type ShownOrders = ReturnType<typeof useManagedOrders>['shown']

/** One page of all orders, and the counts of all. */
export function useManagedOrders() {
  const shown = useManagedList(list, {
    rows: (query) => read(manageOrders.all, { query }),
    counts: (query) => read(manageOrders.counts, { query }),
  })
  return { shown, all: useQuery(read(manageOrders.counts, { query: {} })) }
}

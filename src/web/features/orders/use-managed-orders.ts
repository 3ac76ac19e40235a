import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { manageOrders } from '#contract/manage-orders.ts'
import { type Order, orders } from '#contract/orders.ts'
import { call, keyOf, read } from '#web/lib/api.ts'
import { isProblem } from '#web/lib/problems.ts'
import { users } from '#contract/users.ts'
import type { ShownOrders } from './order-filter.ts'

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
  return { page, all: all.data, found: found.data }
}

/** What admins do to orders, shown in the list at once and taken back where it is refused. */
export function useOrderChanges() {
  const client = useQueryClient()

  async function ship(order: Order) {
    // An older list that is still on its way would take the mark away again.
    await client.cancelQueries({ queryKey: keyOf(orders.all) })
    mark(client, order._id, { status: 'shipped', shipping: true })
    try {
      await call(orders.ship, { params: { id: order._id } })
    } catch (error) {
      mark(client, order._id, { status: order.status, shipping: order.shipping })
      if (isProblem(error, 'forbidden')) {
        void client.invalidateQueries({ queryKey: keyOf(users.isAdmin) })
      }
      throw error
    }
  }

  async function refund(order: Order, reason: string) {
    await call(manageOrders.refund, { params: { id: order._id }, body: { reason } })
    mark(client, order._id, { status: 'refunded', paid: false, shipping: false })
  }

  /** The counts, the money and the customer's own list follow. */
  const follow = () =>
    Promise.all(
      [manageOrders.counts, manageOrders.revenue, manageOrders.history, orders.mine].map(
        (endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )

  return { ship, refund, follow }
}

type Change = Partial<Pick<Order, 'status' | 'paid' | 'shipping'>>

const mark = (client: QueryClient, id: string, change: Change) =>
  client.setQueriesData<Order[]>({ queryKey: keyOf(orders.all) }, (rows) =>
    rows?.map((row) => (row._id === id ? { ...row, ...change } : row)),
  )

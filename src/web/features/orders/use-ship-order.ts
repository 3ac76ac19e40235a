import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Order, orders } from '#contract/orders.ts'
import { users } from '#contract/users.ts'
import { call, keyOf, pagesKeyOf } from '#web/lib/api.ts'
import { changeRow } from '#web/lib/paged-list.ts'
import { isProblem } from '#web/lib/problems.ts'

/** Marks orders as shipped, at once on the screen, and takes that back where it is refused. */
export function useShipOrder() {
  const client = useQueryClient()
  const mark = (order: Order, change: Pick<Order, 'status' | 'shipping'>) =>
    changeRow(client, orders.all, order._id, (row) => ({ ...row, ...change }))

  return useMutation({
    mutationFn: ({ _id }: Order) => call(orders.ship, { params: { id: _id } }),
    onMutate: async (order) => {
      // An older list that is still on its way would take the mark away again.
      await client.cancelQueries({ queryKey: pagesKeyOf(orders.all) })
      mark(order, { status: 'shipped', shipping: true })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(orders.mine) }),
    onError: (error, order) => {
      mark(order, { status: order.status, shipping: order.shipping })
      if (isProblem(error, 'forbidden')) {
        void client.invalidateQueries({ queryKey: keyOf(users.isAdmin) })
      }
    },
  })
}

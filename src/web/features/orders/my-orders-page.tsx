import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messages, type Order, orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { call, keyOf, read } from '#web/lib/api.ts'
import { useRowFocus } from '#web/lib/focus.ts'
import { dollars } from '#web/lib/format.ts'
import { isProblem, sentenceFor } from '#web/lib/problems.ts'
import { useAccount } from '#web/lib/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toaster.tsx'
import { OrderRow } from './order-row.tsx'

export function MyOrdersPage() {
  const { email } = useAccount()
  // Always, since the other tab is where an order may just have been paid.
  const mine = useQuery({
    ...read(orders.mine, { query: { email } }),
    refetchOnWindowFocus: 'always',
  })
  const [askedId, setAskedId] = useState<string>()
  const asked = mine.data?.find(({ _id }) => _id === askedId)
  const keepRowFocus = useRowFocus()
  const remove = useRemoveOrder()

  return (
    <>
      <title>My Order-Auto Parts</title>
      <div className="page-head">
        <h1>My Order</h1>
      </div>
      <div className="panel my-orders">
        {mine.data?.length === 0 ? (
          <NoOrders />
        ) : mine.data ? (
          <ul>
            {mine.data.map((order) => (
              <OrderRow
                key={order._id}
                order={order}
                onDelete={(pressed) => {
                  keepRowFocus(pressed)
                  setAskedId(order._id)
                }}
              />
            ))}
          </ul>
        ) : mine.isError ? (
          <FailedState
            heading="h2"
            title="Your orders could not be loaded"
            onRetry={() => mine.refetch()}
          >
            {sentenceFor(mine.error)}
          </FailedState>
        ) : (
          <SkeletonRows />
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAskedId(undefined)}
        title="Delete this order?"
        cancelLabel="Keep order"
        confirmLabel="Delete"
        refusal={asked && asked.status !== 'unpaid' ? paidMeanwhile : undefined}
        onConfirm={() => asked && remove(asked)}
      >
        {asked && (
          <p>
            {asked.name}, {asked.quantity} units, {dollars(asked.price)}.
            {asked.status === 'unpaid' && ' It is unpaid, so nothing has been charged.'}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

const paidMeanwhile = 'This order has been paid, so it can no longer be deleted.'

function NoOrders() {
  return (
    <EmptyState
      heading="h2"
      title="No orders yet"
      actions={
        <ButtonLink to="/products" variant="primary">
          Our Products
        </ButtonLink>
      }
    >
      Orders you place appear here with their payment and delivery state.
    </EmptyState>
  )
}

function useRemoveOrder() {
  const client = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [orders.mine, products.one, products.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )

  return async ({ _id, name }: Order) => {
    try {
      await call(orders.remove, { params: { id: _id } })
    } catch (error) {
      if (isProblem(error, 'order-paid')) {
        toast.error(`Order ${name} has been paid, so it was not deleted`)
        void readAgain()
        return
      }
      // Deleted elsewhere, or before an answer got lost, it is what was asked for.
      if (!isProblem(error, 'not-found')) throw error
    }
    toast.success(messages.deleted(name))
    await readAgain()
  }
}

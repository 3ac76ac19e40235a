import { useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { type Order } from '#contract/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { ownOrders, ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { OwnOrderList } from './own-order-list.tsx'
import { ownList, useOwnOrders } from './own-orders.ts'

export function MyOrdersPage() {
  const { params, setParams } = useListParams(ownList)
  const { page, tabCounts, total } = useOwnOrders(params)
  const [deletingId, setDeletingId] = useState<string>()
  const deleting = page.data?.find(({ _id }) => _id === deletingId)
  const keepRowFocus = useRowFocus()
  const remove = useRemoveOrder()

  return (
    <>
      <DashboardHead page={specifiedDashboard.ownOrders}>
        <ButtonLink to="/quick-order" size="small" icon={ListPlus}>
          Quick order
        </ButtonLink>
      </DashboardHead>
      <OwnOrderList
        page={page}
        tabCounts={tabCounts}
        total={total}
        params={params}
        setParams={setParams}
        onDelete={(order, pressed) => {
          keepRowFocus(pressed)
          setDeletingId(order._id)
        }}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeletingId(undefined)}
        title="Delete this order?"
        cancelLabel="Keep order"
        confirmLabel="Delete"
        refusal={deleting && deleting.status !== 'unpaid' ? paidMeanwhile : undefined}
        onConfirm={() => deleting && remove(deleting)}
      >
        {deleting && (
          <p>
            {deleting.name}, {deleting.quantity} units, {dollars(deleting.price)}.
            {deleting.status === 'unpaid' && ' It is unpaid, so you haven’t been charged.'}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

const paidMeanwhile = 'This order has been paid, so it can no longer be deleted.'

function useRemoveOrder() {
  const client = useQueryClient()
  const invalidate = () =>
    Promise.all(
      [...ownOrderReads, products.one, products.list].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )

  return async ({ _id, name }: Order) => {
    try {
      await call(ownOrders.remove, { params: { id: _id } })
    } catch (error) {
      if (isProblem(error, 'order-paid')) {
        toast.error(`Order ${name} has been paid, so it was not deleted`)
        void invalidate()
        return
      }
      // Already deleted, for example by a request whose response was lost: the goal is reached.
      if (!isProblem(error, 'not-found')) throw error
    }
    toast.success(messages.deleted(name))
    await invalidate()
  }
}

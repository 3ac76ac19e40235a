import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { type Order } from '#contract/orders/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { ManagedList } from '#web/ui/list/managed-list.tsx'
import { OrderRow } from './order-row.tsx'
import { useOwnOrders } from './own-orders.ts'

export function MyOrdersPage() {
  const shown = useOwnOrders()
  const [deletingId, setDeletingId] = useState<string>()
  const deleting = shown.page.data?.find(({ _id }) => _id === deletingId)
  const keepRowFocus = useRowFocus()
  const remove = useRemoveOrder()

  return (
    <>
      <DashboardHead page={specifiedDashboard.ownOrders}>
        <ButtonLink to={pathTo.quickOrder} size="small" icon={ListPlus}>
          Quick order
        </ButtonLink>
      </DashboardHead>
      <ManagedList
        shown={shown}
        empty={
          <EmptyState
            heading="h2"
            title="No orders yet"
            actions={
              <ButtonLink to={pathTo.catalogue} variant="primary">
                {specifiedTexts.home.products}
              </ButtonLink>
            }
          >
            Your orders appear here with their payment and delivery status.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="my-orders">
            {rows.map((order) => (
              <OrderRow
                key={order._id}
                order={order}
                onDelete={(pressed) => {
                  keepRowFocus(pressed)
                  setDeletingId(order._id)
                }}
              />
            ))}
          </ul>
        )}
      </ManagedList>
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
            {deleting.name}, {unitsText(deleting.quantity)}, {dollars(deleting.price)}.
            {deleting.status === 'unpaid' && ' It is unpaid, so you haven’t been charged.'}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

const paidMeanwhile = 'This order has been paid, so it can no longer be deleted.'

function useRemoveOrder() {
  const change = useChange('ownOrders', 'stock')
  return async ({ _id, name }: Order) => {
    try {
      await change(ownOrders.remove, { params: { id: _id } })
    } catch (error) {
      if (isProblem(error, 'order-paid')) {
        toast.error(`Order ${name} has been paid, so it was not deleted`)
        return
      }
      // Already deleted, for example by a request whose response was lost: the goal is reached.
      if (!isProblem(error, 'not-found')) throw error
    }
    toast.success(messages.deleted(name))
  }
}

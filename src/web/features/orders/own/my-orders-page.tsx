import { useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { messages, type Order, orders } from '#contract/orders.ts'
import { ownOrderReads } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { call, keyOf } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/focus.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { isProblem } from '#web/lib/http/problems.ts'
import { useShown } from '#web/lib/lists/list-params.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { OwnOrderList } from './own-order-list.tsx'
import { ownList, useOwnOrders } from './own-orders.ts'

export function MyOrdersPage() {
  const { shown, show } = useShown(ownList)
  const { page, found, counted } = useOwnOrders(shown)
  const [askedId, setAskedId] = useState<string>()
  const asked = page.data?.find(({ _id }) => _id === askedId)
  const keepRowFocus = useRowFocus()
  const remove = useRemoveOrder()

  return (
    <>
      <DashboardHead page={specifiedTexts.dashboard.ownOrders}>
        <ButtonLink to="/quick-order" size="small" icon={ListPlus}>
          Quick order
        </ButtonLink>
      </DashboardHead>
      <OwnOrderList
        page={page}
        found={found}
        counted={counted}
        shown={shown}
        show={show}
        onDelete={(order, pressed) => {
          keepRowFocus(pressed)
          setAskedId(order._id)
        }}
      />
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

function useRemoveOrder() {
  const client = useQueryClient()
  const readAgain = () =>
    Promise.all(
      [...ownOrderReads, products.one, products.list].map((endpoint) =>
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

import { Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { manageOrders } from '#contract/manage-orders.ts'
import { messages, type Order } from '#contract/orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { download } from '#web/lib/api/download.ts'
import { useRowFocus } from '#web/lib/browser/focus.ts'
import { shortId } from '#contract/shared/formatting.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useSelection } from '#web/lib/lists/selection.ts'
import { useShown } from '#web/lib/lists/list-params.ts'
import { Button } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ManagedOrderList } from './managed-order-list.tsx'
import { managedList, useManagedOrders } from './managed-orders.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderFigures } from './order-figures.tsx'
import { useOrderChanges } from './use-order-changes.ts'

export function AllOrdersPage() {
  const { shown, show } = useShown(managedList)
  const { page, all, found, counted } = useManagedOrders(shown)
  const { ship, refund, follow } = useOrderChanges()
  const toShip = (page.data ?? []).filter(({ status }) => status === 'paid')
  const selection = useSelection(toShip.map(({ _id }) => _id))
  const [looked, setLooked] = useState<Order>()
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function shipOne(order: Order, pressed: HTMLButtonElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await ship(order)
      toast.success(messages.shipped)
      void follow()
    } catch (error) {
      if (isProblem(error, 'forbidden')) toast.error(messages.shipFailed)
      setProblem(`Order ${shortId(order._id)} is not marked as shipped. ${sentenceFor(error)}`)
    }
  }

  /** One after the other, so that what fails stands for itself and stays selected. */
  async function shipSelected() {
    setProblem(undefined)
    const chosen = toShip.filter(({ _id }) => selection.ids.has(_id))
    const failed: string[] = []
    let reason: unknown
    for (const [index, order] of chosen.entries()) {
      setDone(index)
      await ship(order).catch((error: unknown) => {
        failed.push(order._id)
        reason = error
      })
    }
    setDone(undefined)
    selection.keepOnly(failed)
    void follow()
    if (failed.length < chosen.length) toast.success(messages.shipped)
    if (failed.length === 0) return
    if (isProblem(reason, 'forbidden')) toast.error(messages.shipFailed)
    setProblem(
      `${failed.length} of ${chosen.length} are not marked as shipped: ${failed.map(shortId).join(', ')}. ${sentenceFor(reason)}`,
    )
  }

  async function giveBack(order: Order, reason: string) {
    await refund(order, reason)
    setLooked(undefined)
    toast.success(`Order ${shortId(order._id)} is refunded`)
    void follow()
  }

  async function exportCsv() {
    setProblem(undefined)
    const { page: _, limit: __, q, ...filter } = shown
    try {
      await download(manageOrders.csv, { query: { ...filter, ...(q && { q }) } }, 'orders.csv')
    } catch (error) {
      setProblem(`The orders could not be exported. ${sentenceFor(error)}`)
    }
  }

  const refresh = () => Promise.all([page.refetch(), follow()])

  return (
    <>
      <DashboardHead page={specifiedTexts.dashboard.orders} problem={problem}>
        <Button size="small" icon={RefreshCw} onClick={refresh}>
          Refresh
        </Button>
        <Button size="small" icon={Download} onClick={exportCsv}>
          Export CSV
        </Button>
      </DashboardHead>
      <OrderFigures all={all} />
      <ManagedOrderList
        page={page}
        shown={shown}
        show={show}
        found={found}
        counted={counted}
        selection={selection}
        bulk={
          (selection.ids.size > 0 || done !== undefined) && (
            <BulkBar
              selected={selection.ids.size}
              done={done}
              onShip={shipSelected}
              onPress={keepRowFocus}
              onClear={() => selection.keepOnly([])}
            />
          )
        }
        onShip={shipOne}
        onLook={setLooked}
      />
      <OrderDetails order={looked} onClose={() => setLooked(undefined)} onRefund={giveBack} />
    </>
  )
}

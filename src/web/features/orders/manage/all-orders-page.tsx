import { Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { manageOrders } from '#contract/manage-orders.ts'
import { isShippable, messages, type Order } from '#contract/orders.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { download } from '#web/lib/api/download.ts'
import { useRowFocus } from '#web/lib/browser/focus.ts'
import { shortId } from '#contract/shared/formatting.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useSelection } from '#web/lib/lists/selection.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
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
  const { params, setParams } = useListParams(managedList)
  const { page, all, tabCounts, total } = useManagedOrders(params)
  const { ship, refund, invalidateTotals } = useOrderChanges()
  const toShip = (page.data ?? []).filter(isShippable)
  const selection = useSelection(toShip.map(({ _id }) => _id))
  const [openOrder, setLooked] = useState<Order>()
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()

  async function shipOne(order: Order, pressed: HTMLButtonElement) {
    keepRowFocus(pressed)
    setProblem(undefined)
    try {
      await ship(order)
      toast.success(messages.shipped)
      void invalidateTotals()
    } catch (error) {
      if (isProblem(error, 'forbidden')) toast.error(messages.shipFailed)
      setProblem(`Order ${shortId(order._id)} is not marked as shipped. ${sentenceFor(error)}`)
    }
  }

  /** Sequential, so that each failure is reported on its own and stays selected. */
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
    selection.selectOnly(failed)
    void invalidateTotals()
    if (failed.length < chosen.length) toast.success(messages.shipped)
    if (failed.length === 0) return
    if (isProblem(reason, 'forbidden')) toast.error(messages.shipFailed)
    setProblem(
      `${failed.length} of ${chosen.length} are not marked as shipped: ${failed.map(shortId).join(', ')}. ${sentenceFor(reason)}`,
    )
  }

  async function refundOrder(order: Order, reason: string) {
    await refund(order, reason)
    setLooked(undefined)
    toast.success(`Order ${shortId(order._id)} is refunded`)
    void invalidateTotals()
  }

  async function exportCsv() {
    setProblem(undefined)
    const { page: _, limit: __, q, ...filter } = params
    try {
      await download(manageOrders.csv, { query: { ...filter, ...(q && { q }) } }, 'orders.csv')
    } catch (error) {
      setProblem(`The orders could not be exported. ${sentenceFor(error)}`)
    }
  }

  const refresh = () => Promise.all([page.refetch(), invalidateTotals()])

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
        params={params}
        setParams={setParams}
        tabCounts={tabCounts}
        total={total}
        selection={selection}
        bulk={
          (selection.ids.size > 0 || done !== undefined) && (
            <BulkBar
              selected={selection.ids.size}
              done={done}
              onShip={shipSelected}
              onPress={keepRowFocus}
              onClear={() => selection.selectOnly([])}
            />
          )
        }
        onShip={shipOne}
        onOpen={setLooked}
      />
      <OrderDetails order={openOrder} onClose={() => setLooked(undefined)} onRefund={refundOrder} />
    </>
  )
}

import { ClipboardList, Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { manageOrders } from '#contract/manage-orders.ts'
import { isShippable, lacksAddress, type Order } from '#contract/orders.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { download } from '#web/lib/api/download.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useSelection } from '#web/lib/lists/selection.ts'
import { useListParams } from '#web/lib/lists/list-params.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ManagedOrderList } from './managed-order-list.tsx'
import { managedList, useManagedOrders } from './managed-orders.ts'
import { OrderDetails } from './order-details.tsx'
import { MissingAddressDialog } from './missing-address-dialog.tsx'
import { OrderFigures } from './order-figures.tsx'
import { useOrderChanges } from './use-order-changes.ts'
import { type Progress, useShipping } from './use-shipping.ts'

export function AllOrdersPage() {
  const { params, setParams } = useListParams(managedList)
  const { page, all, tabCounts, total } = useManagedOrders(params)
  const { track, askForAddress, refund, refundPart, invalidateTotals } = useOrderChanges()
  const toShip = (page.data ?? []).filter(isShippable)
  const selection = useSelection(toShip.map(({ _id }) => _id))
  const selected = toShip.filter(({ _id }) => selection.ids.has(_id))
  const [openOrder, setLooked] = useState<Order>()
  const [unaddressed, setUnaddressed] = useState<Order>()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()
  const { shipAll, undoAll, undoable } = useShipping({
    onProblem: setProblem,
    onProgress: setProgress,
  })

  /** At once, unless it is not known where to. */
  async function shipOne(order: Order) {
    if (lacksAddress(order)) setUnaddressed(order)
    else await shipAll([order])
  }

  /** Orders that failed or were left out stay selected. */
  async function shipSelected(chosen: readonly Order[]) {
    const failed = await shipAll(chosen)
    const shipped = new Set(chosen.map(({ _id }) => _id).filter((id) => !failed.includes(id)))
    selection.selectOnly([...selection.ids].filter((id) => !shipped.has(id)))
  }

  async function askCustomer(order: Order) {
    try {
      setUnaddressed(await askForAddress(order))
    } catch (error) {
      setUnaddressed(undefined)
      setProblem(`The customer was not asked for the address. ${sentenceFor(error)}`)
    }
  }

  async function refundOrder(order: Order, reason: string) {
    await refund(order, reason)
    setLooked(undefined)
    toast.success(`Order ${shortId(order._id)} is refunded`)
    void invalidateTotals()
  }

  async function refundPartOf(...wanted: Parameters<typeof refundPart>) {
    const state = await refundPart(...wanted)
    setLooked(undefined)
    const [order] = wanted
    const code = shortId(order._id)
    if (state === 'made') toast.success(`A part of order ${code} is refunded`)
    else setProblem(refundProblems[state](code))
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
      <DashboardHead page={specifiedDashboard.orders} problem={problem}>
        <Button size="small" icon={RefreshCw} onClick={refresh}>
          Refresh
        </Button>
        <ButtonLink size="small" icon={ClipboardList} to="/dashboard/pickList">
          Pick list
        </ButtonLink>
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
        undoable={undoable}
        bulk={
          (selected.length > 0 || (progress && progress.total > 1)) && (
            <BulkBar
              selected={selected}
              progress={progress}
              onShip={shipSelected}
              onPress={keepRowFocus}
              onClear={() => selection.selectOnly([])}
            />
          )
        }
        onShip={async (order, pressed) => {
          const work = shipOne(order)
          keepRowFocus(pressed, work)
          await work
        }}
        onUndo={async (order, pressed) => {
          keepRowFocus(pressed)
          await undoAll([order])
        }}
        onOpen={setLooked}
      />
      <OrderDetails
        order={openOrder}
        onClose={() => setLooked(undefined)}
        onRefund={refundOrder}
        onRefundPart={refundPartOf}
        onTrack={async (order, tracking) => {
          setLooked(await track(order, tracking))
          void invalidateTotals()
        }}
        onShip={(order) => {
          setLooked(undefined)
          void shipOne(order)
        }}
      />
      <MissingAddressDialog
        order={unaddressed}
        onClose={() => setUnaddressed(undefined)}
        onAsk={askCustomer}
        onShip={(order) => void shipAll([order])}
      />
    </>
  )
}

const refundProblems = {
  due: (code: string) =>
    `The card provider cannot be reached. The refund of order ${code} is recorded, and will be made as soon as it can.`,
  refused: (code: string) =>
    `Order ${code} was not refunded: less of its payment is left at the card provider. Open its refunds again.`,
} as const

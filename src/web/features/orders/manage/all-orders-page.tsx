import { ClipboardList, Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { isShippable, lacksAddress, type Order } from '#contract/orders/orders.ts'
import { specifiedDashboard } from '#web/content/specified-dashboard.ts'
import { download } from '#web/lib/api/download.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { useSelection } from '#web/lib/lists/selection.ts'
import { sentParams } from '#web/lib/lists/managed-list.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useTouch } from '#web/domain/use-change.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ManagedOrderList } from './managed-order-list.tsx'
import { useManagedOrders } from './managed-orders.ts'
import { type OpenDialog, OrderDialogs } from './order-dialogs.tsx'
import { OrderFigures } from './order-figures.tsx'
import { type Progress, useShipping } from './use-shipping.ts'

export function AllOrdersPage() {
  const { shown, all } = useManagedOrders()
  const touch = useTouch()
  const toShip = (shown.page.data ?? []).filter(isShippable)
  const selection = useSelection(toShip.map(({ _id }) => _id))
  const selected = toShip.filter(({ _id }) => selection.ids.has(_id))
  const [open, setOpen] = useState<OpenDialog>()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const keepRowFocus = useRowFocus()
  const { shipAll, undoAll, undoable } = useShipping({
    onProblem: setProblem,
    onProgress: setProgress,
  })

  /** At once, unless it is not known where to. */
  async function shipOne(order: Order) {
    if (lacksAddress(order)) setOpen({ shows: 'missing-address', order })
    else await shipAll([order])
  }

  /** Orders that failed or were left out stay selected. */
  async function shipSelected(chosen: readonly Order[]) {
    const failed = await shipAll(chosen)
    const shipped = new Set(chosen.map(({ _id }) => _id).filter((id) => !failed.includes(id)))
    selection.selectOnly([...selection.ids].filter((id) => !shipped.has(id)))
  }

  async function exportCsv() {
    setProblem(undefined)
    const { page: _, limit: __, ...query } = sentParams(shown.params)
    try {
      await download(manageOrders.csv, { query }, 'orders.csv')
    } catch (error) {
      setProblem(`The orders could not be exported. ${sentenceFor(error)}`)
    }
  }

  return (
    <>
      <DashboardHead page={specifiedDashboard.orders} problem={problem}>
        <Button size="small" icon={RefreshCw} onClick={() => touch('orders', 'orderTotals')}>
          Refresh
        </Button>
        <ButtonLink size="small" icon={ClipboardList} to={pathTo.pickList}>
          Pick list
        </ButtonLink>
        <Button size="small" icon={Download} onClick={exportCsv}>
          Export CSV
        </Button>
      </DashboardHead>
      <OrderFigures all={all} />
      <ManagedOrderList
        shown={shown}
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
        onOpen={(order) => setOpen({ shows: 'details', order })}
      />
      <OrderDialogs
        open={open}
        setOpen={setOpen}
        onShip={shipOne}
        onShipWithoutAddress={(order) => shipAll([order])}
        onProblem={setProblem}
      />
    </>
  )
}

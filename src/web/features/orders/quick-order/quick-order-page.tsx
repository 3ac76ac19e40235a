import { useEffect, useRef } from 'react'
import { OpenOrderNotice } from '../attempts/open-order-notice.tsx'
import { PlacePanel } from './place-panel.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { QuickForm } from './quick-form.tsx'
import { QuickRows } from './quick-rows.tsx'
import { useQuickOrder } from './use-quick-order.ts'

/** Orders several parts from a list: as one order, or each as its own. */
export function QuickOrderPage() {
  const quick = useQuickOrder()
  const { rows, placed, results } = quick
  const placedCount = placed.length
  const result = useRef<HTMLHeadingElement>(null)
  const paying = useRef<HTMLHeadingElement>(null)

  // Results are below the list, off-screen on a phone.
  useEffect(() => {
    if (results > 0) result.current?.focus()
  }, [results])
  useEffect(() => {
    if (placedCount > 0) paying.current?.focus()
  }, [placedCount])

  return (
    <div className="wrap page quick-order">
      <title>Quick Order-Auto Parts</title>
      <h1>Quick Order</h1>
      <p className="muted">
        One part per line: its number, an OEM or old number or the exact name, then the quantity.
        Order all of them at once, or each on its own.
      </p>
      {placedCount > 0 && <PlacedOrders placed={placed} heading={paying} />}
      {quick.open && !quick.refusal && (
        <OpenOrderNotice open={quick.open} onRepeat={quick.repeat} />
      )}
      <QuickForm quick={quick} />
      {rows && rows.length > 0 && (
        <div className="quick-order__table">
          <QuickRows quick={quick} rows={rows} heading={result} />
          <PlacePanel quick={quick} />
        </div>
      )}
    </div>
  )
}

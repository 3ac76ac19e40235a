import { useEffect, useRef } from 'react'
import { QuickForm } from './quick-form.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { QuickRows } from './quick-rows.tsx'
import { useQuickOrder } from './use-quick-order.ts'

/** Orders several parts from a list: one order for each. */
export function QuickOrderPage() {
  const quick = useQuickOrder()
  const { rows, placed } = quick
  const placedCount = placed.length
  const result = useRef<HTMLHeadingElement>(null)
  const paying = useRef<HTMLHeadingElement>(null)

  // Results are below the list, off-screen on a phone.
  useEffect(() => {
    if (rows && rows.length > 0) result.current?.focus()
  }, [rows])
  useEffect(() => {
    if (placedCount > 0) paying.current?.focus()
  }, [placedCount])

  return (
    <div className="wrap page quick-order">
      <title>Quick Order-Auto Parts</title>
      <h1>Quick Order</h1>
      <p className="muted">
        One part per line: part number or exact name, then the quantity. Each part becomes a
        separate order.
      </p>
      {placedCount > 0 && <PlacedOrders placed={placed} heading={paying} />}
      <QuickForm quick={quick} />
      {rows && rows.length > 0 && <QuickRows quick={quick} rows={rows} heading={result} />}
    </div>
  )
}

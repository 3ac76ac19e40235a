import { Truck } from 'lucide-react'
import { useState } from 'react'
import { lacksAddress, type Order } from '#contract/orders/orders.ts'
import { groupDigits } from '#contract/formats/formatting.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { codesOf, countOf } from './order-texts.ts'
import type { Progress } from './use-shipping.ts'

type BulkBarProps = {
  selected: readonly Order[]
  /** Undefined unless marking is in progress. */
  progress: Progress | undefined
  /** Receives the pressed button, which unmounts with the selection. */
  onPress: (pressed: HTMLElement) => void
  onShip: (orders: readonly Order[]) => Promise<void>
  onClear: () => void
}

/** Actions on the selected orders. */
export function BulkBar({ selected, progress, onPress, onShip, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState(false)
  const [withAll, setWithAll] = useState(false)
  const lacking = selected.filter(lacksAddress)
  const chosen = withAll ? selected : selected.filter((order) => !lacksAddress(order))
  return (
    <>
      <section className="bulk-bar" aria-label="Selection">
        <output>
          {progress
            ? `${groupDigits(progress.done)} of ${groupDigits(progress.total)} done`
            : `${groupDigits(selected.length)} selected`}
        </output>
        <Button
          variant="primary"
          size="small"
          icon={Truck}
          busy={progress !== undefined}
          onClick={({ currentTarget }) => {
            onPress(currentTarget)
            setWithAll(false)
            setAsking(true)
          }}
        >
          Mark as shipped
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-disabled={progress !== undefined}
          onClick={({ currentTarget }) => {
            onPress(currentTarget)
            onClear()
          }}
        >
          Clear
        </Button>
      </section>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Mark ${countOf(chosen)} as shipped?`}
        confirmLabel="Mark as shipped"
        cancelLabel="Cancel"
        variant="primary"
        refusal={chosen.length === 0 ? 'None of these orders has a delivery address.' : undefined}
        onConfirm={() => {
          setAsking(false)
          void onShip(chosen)
        }}
      >
        <p>Customers get an email after a few seconds. You can undo it until then.</p>
        {lacking.length > 0 && (
          <>
            <p>
              No delivery address:{' '}
              <span className="mono" translate="no">
                {codesOf(lacking)}
              </span>
            </p>
            <label className="shipment-choice">
              <input
                type="checkbox"
                className="checkbox"
                checked={withAll}
                onChange={({ target }) => setWithAll(target.checked)}
              />
              Ship {lacking.length === 1 ? 'this order' : 'these orders'} too
            </label>
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

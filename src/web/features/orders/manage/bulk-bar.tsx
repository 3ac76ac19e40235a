import { Truck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

type BulkBarProps = {
  selected: number
  /** Number of processed orders while marking is in progress. */
  done: number | undefined
  /** Receives the pressed button, which unmounts with the selection. */
  onPress: (pressed: HTMLElement) => void
  onShip: () => Promise<void>
  onClear: () => void
}

/** Actions on the selected orders. */
export function BulkBar({ selected, done, onPress, onShip, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState(false)
  const orders = selected === 1 ? '1 order' : `${selected} orders`
  return (
    <section className="bulk-bar" aria-label="Selection">
      <output>{done === undefined ? `${selected} selected` : `${done} of ${selected} done`}</output>
      <Button
        variant="primary"
        size="small"
        icon={Truck}
        busy={done !== undefined}
        onClick={({ currentTarget }) => {
          onPress(currentTarget)
          setAsking(true)
        }}
      >
        Mark as shipped
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-disabled={done !== undefined}
        onClick={({ currentTarget }) => {
          onPress(currentTarget)
          onClear()
        }}
      >
        Clear
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Mark ${orders} as shipped?`}
        confirmLabel="Mark as shipped"
        cancelLabel="Cancel"
        variant="primary"
        onConfirm={() => {
          setAsking(false)
          void onShip()
        }}
      >
        The customers see {selected === 1 ? 'it' : 'them'} as delivered. This cannot be taken back.
      </ConfirmDialog>
    </section>
  )
}

import type { Order } from '#contract/orders/orders.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { day } from '#web/lib/format/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

type MissingAddressDialogProps = {
  /** Undefined while the dialog is closed. */
  order: Order | undefined
  onClose: () => void
  onAsk: (order: Order) => Promise<void>
  onShip: (order: Order) => void
}

/** Asks before an order without a delivery address is marked as shipped. */
export function MissingAddressDialog(props: MissingAddressDialogProps) {
  const { order, onClose, onAsk, onShip } = props
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      title="Ship without a delivery address?"
      confirmLabel="Mark as shipped"
      cancelLabel="Cancel"
      variant="primary"
      onConfirm={() => order && onShip(order)}
    >
      {order && (
        <>
          <p>
            Order {shortId(order._id)} has no delivery address.{' '}
            {order.addressAskedAt &&
              `The customer was asked for it on ${day(order.addressAskedAt)}.`}
          </p>
          {!order.addressAskedAt && (
            <Button size="small" onClick={() => onAsk(order)}>
              Ask the customer by email
            </Button>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

import { Check, ShieldAlert, Truck } from 'lucide-react'
import { useId } from 'react'
import {
  isChargedBack,
  isHeldByDispute,
  lacksAddress,
  type Order,
} from '#contract/orders/orders.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSingleFlight } from '#web/ui/use-single-flight.ts'

type DeliveryProps = {
  order: Order
  onShip: (pressed: HTMLButtonElement) => Promise<void>
  /** Undefined if its shipping cannot be undone. */
  onUndo: ((pressed: HTMLButtonElement) => Promise<void>) | undefined
}

/** Delivery state of an order as admins see it; only paid orders can be marked as shipped. */
export function Delivery({ order, onShip, onUndo }: DeliveryProps) {
  const descriptionId = useId()
  const [ship] = useSingleFlight(onShip)
  if (order.shipping) {
    return (
      <span className="cluster delivery">
        <Badge tone="ok" icon={Check}>
          Delivered
        </Badge>
        {onUndo && (
          <Button size="small" onClick={({ currentTarget }) => onUndo(currentTarget)}>
            Undo
            <span className="visually-hidden"> shipping of order {shortId(order._id)}</span>
          </Button>
        )}
        <DisputeBadge order={order} />
      </span>
    )
  }
  if (isHeldByDispute(order)) return <DisputeBadge order={order} />
  if (!order.paid) return <Badge>{isChargedBack(order) ? 'charged back' : order.status}</Badge>
  return (
    <>
      <button
        type="button"
        className="pill-button"
        aria-describedby={descriptionId}
        onClick={({ currentTarget }) => void ship(currentTarget)}
      >
        <Truck />
        Pending
      </button>
      <span id={descriptionId} hidden>
        Mark order {shortId(order._id)} as shipped
        {lacksAddress(order) && '. It has no delivery address'}
      </span>
    </>
  )
}

/** A dispute or an inquiry without a verdict: the order is not shipped meanwhile. */
function DisputeBadge({ order }: { order: Order }) {
  if (!isHeldByDispute(order)) return null
  return (
    <Badge tone={order.dispute === 'open' ? 'danger' : 'warn'} icon={ShieldAlert}>
      {order.dispute === 'open' ? 'Disputed' : 'Bank inquiry'}
    </Badge>
  )
}

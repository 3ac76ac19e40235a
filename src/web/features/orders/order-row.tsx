import { CreditCard, Repeat, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { Order } from '#contract/orders.ts'
import { day, dollars, shortId } from '#web/lib/format.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { hasLapsed, orderStates } from './order-state.ts'

type OrderRowProps = {
  order: Order
  onDelete: (pressed: HTMLButtonElement) => void
}

/** One order of the customer's own, with what can be done about it. */
export function OrderRow({ order, onDelete }: OrderRowProps) {
  const { _id, name, quantity, unitPrice, price, img, createdAt, transactionId } = order
  const { text, ...look } = orderStates[order.status]
  const nameId = useId()
  const transactionLabelId = useId()
  return (
    <li className="order-row">
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <div>
        <h2 className="order-row__name" id={nameId}>
          {name}
        </h2>
        <p className="muted">
          {quantity} × {dollars(unitPrice)} = <b>{dollars(price)}</b>
        </p>
        <div className="order-row__facts">
          <Badge {...look}>{text}</Badge>
          <span>
            Order <span className="mono">{shortId(_id)}</span>,{' '}
            <time dateTime={createdAt}>{day(createdAt)}</time>
          </span>
        </div>
        {hasLapsed(order) && (
          <p className="order-row__note">
            No longer reserved; paying reserves it again if there is stock.
          </p>
        )}
        {transactionId && (
          <div className="order-row__facts">
            <span id={transactionLabelId}>Transaction</span>
            <span className="mono">{transactionId}</span>
            <CopyButton text={transactionId} aria-describedby={transactionLabelId} />
          </div>
        )}
      </div>
      <div className="order-row__actions">
        {order.status === 'unpaid' ? (
          <>
            <ButtonLink
              to={`/dashboard/payment/${_id}`}
              variant="primary"
              size="small"
              icon={CreditCard}
              aria-describedby={nameId}
            >
              Pay
            </ButtonLink>
            <Button
              size="small"
              icon={Trash2}
              aria-describedby={nameId}
              onClick={({ currentTarget }) => onDelete(currentTarget)}
            >
              Delete
            </Button>
          </>
        ) : (
          <ButtonLink
            to={`/order/${order.product}?quantity=${quantity}`}
            size="small"
            icon={Repeat}
            aria-describedby={nameId}
          >
            Order again
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

import { CreditCard, Printer, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { OwnOrder } from '#contract/orders/orders.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { orderedAsOf, orderedAsText } from '#contract/numbers/ordered-as.ts'
import { orderFor } from '#contract/fitments/ordered-for.ts'
import { OrderAgain } from '#web/domain/cart/order-again.tsx'
import { CreditNotes } from '#web/domain/orders/credit-notes.tsx'
import { disputeSentence } from '#web/domain/orders/dispute-sentence.ts'
import { RefundedAmount } from '#web/domain/orders/order-amount.tsx'
import { OrderLines } from '#web/domain/orders/order-lines.tsx'
import { partsBreakdown, priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { priceOriginOfOrder } from '#web/domain/orders/price-origin.ts'
import { notReserved } from '#web/domain/orders/reservation.tsx'
import { TrackingLink } from '#web/domain/orders/tracking-link.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { day, expiry } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/feedback/copy-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { isCancelled, isNotReserved, stateOf } from './order-state.ts'
import { OrderTimeline } from './order-timeline.tsx'

type OrderRowProps = {
  order: OwnOrder
  onDelete: (pressed: HTMLButtonElement) => void
}

/** One of the customer's orders, with its actions. */
export function OrderRow({ order, onDelete }: OrderRowProps) {
  const { _id, name, price, img, createdAt, transactionId, heldUntil, tracking, reference } = order
  const { text, ...look } = stateOf(order)
  const nameId = useId()
  const transactionLabelId = useId()
  const hasLines = order.lines.length > 1
  const car = orderFor(order)
  const orderedAs = orderedAsOf(order)
  const origin = priceOriginOfOrder(order)
  const sum = (
    <span className="order-row__amount">
      {hasLines ? partsBreakdown(order) : priceBreakdown(order)} = <b>{dollars(price)}</b>
    </span>
  )
  return (
    <li className="order-row">
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <div className="order-row__text">
        <div className="order-row__title">
          <h2 className="order-row__name" id={nameId} title={name}>
            {name}
          </h2>
          {reference && (
            <span className="order-row__reference">
              Your order number <b>{reference}</b>
            </span>
          )}
        </div>
        <div className="order-row__facts order-row__price">
          <Badge {...look}>{text}</Badge>
          {hasLines ? <OrderLines order={order} text={sum} /> : sum}
          <RefundedAmount order={order} />
          {origin && <span>{origin}</span>}
          {orderedAs && <span>{orderedAsText(orderedAs)}</span>}
          {car && <span>For: {car}</span>}
          <span>
            Order{' '}
            <span className="mono" translate="no">
              {shortId(_id)}
            </span>
            , <time dateTime={createdAt}>{day(createdAt)}</time>
          </span>
          {heldUntil && (
            <span>
              Reserved until <time dateTime={heldUntil}>{expiry(heldUntil)}</time>
            </span>
          )}
        </div>
        <OrderTimeline order={order} />
        {isNotReserved(order) && <p className="order-row__note">{notReserved}</p>}
        <DisputeLine order={order} />
        <div className="order-row__facts order-row__shipment">
          <DeliveryText order={order} />
          {tracking && (
            <span>
              Shipment: <TrackingLink tracking={tracking} />
            </span>
          )}
          {transactionId && (
            <span className="order-row__transaction">
              <span id={transactionLabelId}>Transaction </span>
              <span className="mono" translate="no">
                {transactionId}
              </span>
              <CopyButton text={transactionId} aria-describedby={transactionLabelId} />
            </span>
          )}
          <CreditNotes id={_id} notes={order.creditNotes} isInText />
        </div>
      </div>
      <div className="order-row__actions">
        <OrderActions order={order} nameId={nameId} onDelete={onDelete} />
      </div>
    </li>
  )
}

/** What a dispute at the customer's bank means for the order. */
function DisputeLine({ order }: { order: OwnOrder }) {
  const sentence = disputeSentence(order)
  return sentence && <p className="order-row__note">{sentence}</p>
}

/** Delivery address, or a hint that it is missing while it can still be added. */
function DeliveryText({ order: { _id, delivery, status } }: { order: OwnOrder }) {
  if (delivery) {
    const to = `To ${delivery.name}, ${delivery.address.replaceAll(/\s*\n\s*/g, ', ')}`
    return (
      <span className="order-row__address" translate="no" title={to}>
        {to}
      </span>
    )
  }
  if (status !== 'paid') return null
  return (
    <span>
      No delivery address. <Link to={pathTo.payment(_id)}>Add it</Link>
    </span>
  )
}

function OrderActions({ order, nameId, onDelete }: OrderRowProps & { nameId: string }) {
  const { _id, status } = order
  const look = { size: 'small', 'aria-describedby': nameId } as const
  if (status === 'unpaid' && !isCancelled(order)) {
    return (
      <>
        <ButtonLink {...look} to={pathTo.payment(_id)} variant="primary" icon={CreditCard}>
          Pay
        </ButtonLink>
        <Button {...look} icon={Trash2} onClick={({ currentTarget }) => onDelete(currentTarget)}>
          Delete
        </Button>
      </>
    )
  }
  return (
    <>
      {status !== 'unpaid' && (
        <ButtonLink {...look} to={pathTo.invoice(_id)} icon={Printer}>
          Invoice
        </ButtonLink>
      )}
      <OrderAgain {...look} order={order} />
    </>
  )
}

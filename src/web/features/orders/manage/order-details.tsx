import { useQuery } from '@tanstack/react-query'
import { Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { customerText, isErasedEmail } from '#contract/shared/erased.ts'
import { manageOrders, type OrderEvent } from '#contract/orders/manage-orders.ts'
import { isHeldByDispute, isWithdrawn, type Order } from '#contract/orders/orders.ts'
import type { NewTracking } from '#contract/shared/carriers.ts'
import { read } from '#web/lib/api/api.ts'
import { dollars, shortId } from '#contract/formats/formatting.ts'
import { orderedAsOf } from '#contract/numbers/ordered-as.ts'
import { orderFor } from '#contract/fitments/ordered-for.ts'
import { dateTime, day } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { addressText } from '#web/domain/orders/address-text.ts'
import { RefundedAmount } from '#web/domain/orders/order-amount.tsx'
import { OrderLines } from '#web/domain/orders/order-lines.tsx'
import { priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { priceOriginOfOrder } from '#web/domain/orders/price-origin.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { OrderDisputes } from './order-disputes.tsx'
import { eachRefund } from '../refunds/each-refund.ts'
import { type RefundActions, RefundPanel } from '../refunds/refund-panel.tsx'
import { ShipmentForm } from './shipment-form.tsx'

type OrderDetailsProps = RefundActions & {
  /** Undefined while the dialog is closed. */
  order: Order | undefined
  onClose: () => void
  onTrack: (order: Order, tracking: NewTracking) => Promise<void>
  onShip: (order: Order) => void
}

/** Details and history of an order, with its rare actions. */
export function OrderDetails({ order, onClose, ...actions }: OrderDetailsProps) {
  return (
    <Dialog
      open={order !== undefined}
      onClose={onClose}
      title={order ? `Order ${shortId(order._id)}` : 'Order'}
      wide
    >
      {order && <Content order={order} {...actions} />}
    </Dialog>
  )
}

type ContentProps = Omit<OrderDetailsProps, 'order' | 'onClose'> & { order: Order }

function Content({ order, onRefund, onRefundPart, onTrack, onShip }: ContentProps) {
  const { _id, name, price, email, status, transactionId, paid, delivery, reference } = order
  const [refunding, setRefunding] = useState(false)
  const car = orderFor(order)
  const orderedAs = orderedAsOf(order)
  const origin = priceOriginOfOrder(order)
  return (
    <div className="order-details">
      <dl className="details">
        <dt>Product</dt>
        <dd>{name}</dd>
        {orderedAs && (
          <>
            <dt>Ordered as</dt>
            <dd>{orderedAs}</dd>
          </>
        )}
        {car && (
          <>
            <dt>For</dt>
            <dd>{car}</dd>
          </>
        )}
        {reference && (
          <>
            <dt>Buyer’s order number</dt>
            <dd>{reference}</dd>
          </>
        )}
        <dt>Amount</dt>
        <dd>
          {priceBreakdown(order)} = {dollars(price)}
          {origin && <small className="muted"> {origin}</small>}
          <RefundedAmount order={order} />
        </dd>
        <dt>Customer</dt>
        <dd>
          {isErasedEmail(email) ? (
            customerText(email)
          ) : (
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          )}
        </dd>
        <dt>Deliver to</dt>
        <dd className="pre-wrap">
          {delivery ? addressText(delivery) : 'No delivery address'}
          {!delivery && order.addressAskedAt && `, asked for on ${day(order.addressAskedAt)}`}
        </dd>
        {transactionId && (
          <>
            <dt>Transaction</dt>
            <dd className="mono" translate="no">
              {transactionId}
            </dd>
          </>
        )}
      </dl>
      <OrderLines order={order} />
      {order.dispute && <OrderDisputes id={_id} />}
      {paid && (
        <>
          <h3>Shipment</h3>
          <ShipmentForm
            order={order}
            onTrack={(tracking) => onTrack(order, tracking)}
            onShip={() => onShip(order)}
          />
        </>
      )}
      <h3>History</h3>
      <History id={_id} />
      {status !== 'unpaid' && !refunding && (
        <div className="dialog__actions">
          {paid && !isHeldByDispute(order) && (
            <ButtonLink to={pathTo.packingSlip(_id)} icon={Printer}>
              Packing slip
            </ButtonLink>
          )}
          <ButtonLink to={pathTo.invoice(_id)} icon={Printer}>
            Invoice
          </ButtonLink>
          {paid && !isWithdrawn(order) && (
            <Button icon={Undo2} onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )}
        </div>
      )}
      {paid && refunding && (
        <RefundPanel
          order={order}
          onCancel={() => setRefunding(false)}
          onRefund={onRefund}
          onRefundPart={onRefundPart}
        />
      )}
    </div>
  )
}

const kinds: Record<OrderEvent['kind'], string> = {
  placed: 'Placed',
  lapsed: 'No longer reserved',
  held: 'Reserved again',
  paid: 'Paid',
  shipped: 'Shipped',
  deleted: 'Deleted',
  restored: 'Restored: its payment arrived',
  refunded: 'Refunded',
  'partly-refunded': 'Refunded in part',
}

const reasons: Record<string, string> = {
  'in-parts': 'the last part',
  'by-owner': 'in the card provider’s dashboard',
  'paid-twice': 'it was paid twice',
  'out-of-stock': 'too few units were left',
  'charged-back': 'the bank returned the payment',
}

function History({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(manageOrders.history, { params: { id } }))
  if (data) {
    return (
      <ol className="history">
        {eachRefund(data).map(({ kind, shipment, at, by, reason, amount }) => (
          <li key={`${kind} ${at} ${reason}`}>
            <b>{shipment ? 'Shipment' : kinds[kind]}</b>
            {amount !== undefined && ` ${dollars(amount)}`}
            {reason && `: ${reasons[reason] ?? reason}`}
            <small>
              <time dateTime={at}>{dateTime(at)}</time> by {by}
            </small>
          </li>
        ))}
      </ol>
    )
  }
  if (!error) return <SkeletonRows />
  return (
    <FailedState heading="h3" title="The history could not be loaded" onRetry={refetch}>
      {sentenceFor(error)}
    </FailedState>
  )
}

import { CircleCheck, Printer, ShieldAlert, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { isChargedBack, type OneOrder } from '#contract/orders/orders.ts'
import { messages } from '#contract/payments.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { CreditNotes } from '#web/domain/orders/credit-notes.tsx'
import { disputeSentence } from '#web/domain/orders/dispute-sentence.ts'
import { OrderAgain } from '#web/domain/cart/order-again.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/feedback/copy-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { MissingDelivery } from './delivery/delivery-panel.tsx'
import { NextPayment, useNextPayment } from './next-payment.tsx'
import { OrderSummary } from './order-summary.tsx'
import { partRefundSentence, refundSentence } from './refund-sentence.ts'

type PaidPanelProps = {
  order: OneOrder
  /** Whether it was paid on this page just now. */
  isNew: boolean
}

/** A paid order. */
export function PaidPanel({ order, isNew }: PaidPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const following = useNextPayment(order)
  const dispute = disputeSentence(order)
  const refund = partRefundSentence(order)

  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])

  return (
    <section className="panel payment form">
      <CircleCheck className="payment__mark" />
      <h2 className="payment__title" ref={heading} tabIndex={-1}>
        {messages.paid}
      </h2>
      {dispute && (
        <Notice tone="warn" icon={ShieldAlert}>
          {dispute}
        </Notice>
      )}
      {refund && (
        <Notice icon={Undo2}>
          <p>{refund} It may take a few days to appear.</p>
        </Notice>
      )}
      {order.transactionId && <Transaction id={order.transactionId} />}
      <OrderSummary order={order} />
      {(order.delivery || !order.shipping) && <MissingDelivery order={order} />}
      {following && <NextPayment {...following} />}
      <div className="cluster">
        <ButtonLink to={pathTo.myOrders} variant={following ? undefined : 'primary'}>
          My Order
        </ButtonLink>
        <ButtonLink to={pathTo.invoice(order._id)} icon={Printer}>
          Invoice
        </ButtonLink>
        <CreditNotes id={order._id} notes={order.creditNotes} />
      </div>
    </section>
  )
}

/** A refunded order. */
export function RefundedPanel({ order }: { order: OneOrder }) {
  return (
    <section className="panel payment form">
      <Undo2 className="payment__mark payment__mark--quiet" />
      <h2 className="payment__title">
        {isChargedBack(order)
          ? 'Your bank has returned this payment'
          : 'This payment is being refunded to your card'}
      </h2>
      <p>{refundSentence(order)} It may take a few days to appear.</p>
      {order.transactionId && <Transaction id={order.transactionId} />}
      <OrderSummary order={order} />
      <div className="cluster">
        <OrderAgain order={order} variant="primary" />
        <ButtonLink to={pathTo.myOrders}>My Order</ButtonLink>
        <ButtonLink to={pathTo.invoice(order._id)} icon={Printer}>
          Invoice
        </ButtonLink>
        <CreditNotes id={order._id} notes={order.creditNotes} />
      </div>
    </section>
  )
}

function Transaction({ id }: { id: string }) {
  const labelId = useId()
  return (
    <div className="payment__transaction">
      <p>
        <span id={labelId}>{messages.transaction}</span>
        <br />
        <b className="mono" translate="no">
          {id}
        </b>
      </p>
      <CopyButton text={id} aria-describedby={labelId} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OrderRefunds, PartialRefund, refundStates } from '#contract/invoices/refunds.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { AmountsLeft } from '#web/domain/orders/order-amount.tsx'
import { isKnown } from '#contract/shared/open-enum.ts'
import { paidShipping } from '#contract/invoices/document-sums.ts'
import { read } from '#web/lib/api/api.ts'
import { day } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { PartRefundForm } from './part-refund-form.tsx'
import { RefundForm } from './refund-form.tsx'
import './refunds.css'

export type RefundActions = {
  /** `amount` is in dollars, as the form shows it. */
  onRefund: (order: Order, reason: string, amount: number) => Promise<void>
  onRefundPart: (
    order: Order,
    refund: PartialRefund,
    attempt: { idempotencyKey: string; amount: number },
  ) => Promise<void>
}

type RefundPanelProps = RefundActions & { order: Order; onCancel: () => void }

const focus = (input: HTMLInputElement | null) => input?.focus()

/** Refunds what is left of an order, or a part of it. Starts with neither: the money does not come back. */
export function RefundPanel({ order, onCancel, onRefund, onRefundPart }: RefundPanelProps) {
  const { _id: id } = order
  const { data, error, refetch } = useQuery(read(manageOrders.refunds, { params: { id } }))
  const [chosen, setChosen] = useState<'rest' | 'part'>()
  const name = useId()
  if (error) {
    return (
      <FailedState heading="h3" title="The refunds could not be loaded" onRetry={refetch}>
        {sentenceFor(error)}
      </FailedState>
    )
  }
  if (!data) return <SkeletonRows />
  const choice = (text: string, value: 'rest' | 'part') => (
    <label>
      <input
        type="radio"
        name={name}
        // The button that opened the panel is unmounted.
        ref={value === 'rest' ? focus : undefined}
        checked={chosen === value}
        onChange={() => setChosen(value)}
      />
      {text}
    </label>
  )
  return (
    <section className="stack" aria-label="Refund">
      <h3>Refund</h3>
      {data.refunds.length > 0 && <Refunds {...data} />}
      <fieldset className="refund-choice">
        <legend className="visually-hidden">What to refund</legend>
        {choice(data.refunded > 0 ? 'All that is left' : 'The whole order', 'rest')}
        {choice('Units or an amount', 'part')}
      </fieldset>
      {chosen === undefined && (
        <div className="dialog__actions">
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
      {chosen === 'part' && (
        <PartRefundForm
          order={order._id}
          shipping={paidShipping(order)}
          refunds={data}
          onCancel={onCancel}
          onRefund={(refund, attempt) => onRefundPart(order, refund, attempt)}
        />
      )}
      {chosen === 'rest' && (
        <RefundForm
          order={order}
          left={data.left}
          onCancel={onCancel}
          onRefund={(reason) => onRefund(order, reason, data.left)}
        />
      )}
    </section>
  )
}

type Refund = OrderRefunds['refunds'][number]

const states: Record<(typeof refundStates)[number], (refund: Refund) => string> = {
  made: ({ creditNote }) => `Credit note ${creditNote}`,
  due: () => 'Waiting for the card provider',
  refused: () => 'Refused: too little of the payment was left at the card provider',
}

/** The refunds so far. */
const Refunds = ({ refunds, refunded, paid }: OrderRefunds) => (
  <>
    <AmountsLeft total={paid} refunded={refunded} />
    <ol className="history">
      {refunds.map((refund) => (
        <li key={refund.at}>
          <b>{dollars(refund.amount)}</b>
          {refund.reason && `: ${refund.reason}`}
          <small>
            <time dateTime={refund.at}>{day(refund.at)}</time>,{' '}
            {isKnown(states, refund.state) ? states[refund.state](refund) : refund.state}
          </small>
        </li>
      ))}
    </ol>
  </>
)

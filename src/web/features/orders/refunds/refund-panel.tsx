import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OrderRefunds, PartialRefund } from '#contract/invoices/refunds.ts'
import { manageOrders } from '#contract/manage-orders.ts'
import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { read } from '#web/lib/api/api.ts'
import { day } from '#web/lib/format/clock.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { PartRefundForm } from './part-refund-form.tsx'
import { RefundForm } from './refund-form.tsx'
import './refunds.css'

export type RefundActions = {
  onRefund: (order: Order, reason: string) => Promise<void>
  onRefundPart: (order: Order, refund: PartialRefund, idempotencyKey: string) => Promise<void>
}

type RefundPanelProps = RefundActions & { order: Order; onCancel: () => void }

/** Refunds what is left of an order, or a part of it. */
export function RefundPanel({ order, onCancel, onRefund, onRefundPart }: RefundPanelProps) {
  const { _id: id } = order
  const { data, error, refetch } = useQuery(read(manageOrders.refunds, { params: { id } }))
  const [chosen, setChosen] = useState<'rest' | 'part'>()
  const isPart = chosen === 'part'
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
        checked={(chosen ?? 'rest') === value}
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
      {isPart ? (
        <PartRefundForm
          refunds={data}
          onCancel={onCancel}
          onRefund={(refund, key) => onRefundPart(order, refund, key)}
        />
      ) : (
        <RefundForm
          order={order}
          left={data.left}
          takesFocus={chosen === undefined}
          onCancel={onCancel}
          onRefund={(reason) => onRefund(order, reason)}
        />
      )}
    </section>
  )
}

type Refund = OrderRefunds['refunds'][number]

const states: Record<Refund['state'], (refund: Refund) => string> = {
  made: ({ creditNote }) => `Credit note ${creditNote}`,
  due: () => 'Waits for the card provider',
  refused: () => 'Refused: too little of the payment was left at the card provider',
}

/** The refunds so far. */
const Refunds = ({ refunds, refunded, paid }: OrderRefunds) => (
  <>
    <p>
      {dollars(refunded)} of {dollars(paid)} was refunded before.
    </p>
    <ol className="history">
      {refunds.map((refund) => (
        <li key={refund.at}>
          <b>{dollars(refund.amount)}</b>
          {refund.reason && `: ${refund.reason}`}
          <small>
            <time dateTime={refund.at}>{day(refund.at)}</time>, {states[refund.state](refund)}
          </small>
        </li>
      ))}
    </ol>
  </>
)

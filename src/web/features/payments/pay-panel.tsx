import { Elements } from '@stripe/react-stripe-js'
import type { Order } from '#contract/orders.ts'
import { ApiError, isProblem, NetworkError, sentenceFor } from '#web/lib/problems.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedState } from '#web/ui/states.tsx'
import { CardForm } from './card-form.tsx'
import { OrderSummary } from './order-summary.tsx'
import { Refusal } from './refusal.tsx'
import { usePayment } from './use-payment.ts'

type PayPanelProps = {
  order: Order
  onMade: (intent: string) => Promise<void>
}

/** An order that waits for its payment. */
export function PayPanel(props: PayPanelProps) {
  return (
    <div className="panel payment form">
      <OrderSummary order={props.order} />
      <CardPayment {...props} />
    </div>
  )
}

function CardPayment({ order, onMade }: PayPanelProps) {
  const { data: payment, error, refetch } = usePayment(order)
  if (isProblem(error, 'insufficient-stock', 'price-changed')) {
    return <Refusal error={error} order={order} />
  }
  if (payment) {
    return (
      <Elements stripe={payment.stripe}>
        <CardForm order={order} payment={payment} reopen={refetch} onMade={onMade} />
      </Elements>
    )
  }
  if (error) {
    return (
      <FailedState heading="h2" title="The card form could not be loaded" onRetry={refetch}>
        {reasonOf(error)} The order is kept as unpaid in My Order.
      </FailedState>
    )
  }
  return (
    <div className="stack" aria-hidden="true">
      <Skeleton width="third" />
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </div>
  )
}

const reasonOf = (error: Error) =>
  error instanceof ApiError || error instanceof NetworkError
    ? sentenceFor(error)
    : 'The card provider cannot be reached. Check your connection, and whether the browser blocks it.'

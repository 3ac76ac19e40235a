import { Elements } from '@stripe/react-stripe-js'
import { type Order, reservationProblems } from '#contract/orders.ts'
import { ApiError, isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { CardForm } from './card-form.tsx'
import { DeliveryPanel } from './delivery/delivery-panel.tsx'
import { OrderSums, OrderSummary } from './order-summary.tsx'
import { OrderNotPayable } from './order-not-payable.tsx'
import { ReservationRefused } from './reservation-refused.tsx'
import { useDelivery } from './delivery/use-delivery.ts'
import { usePayment } from './use-payment.ts'

type PayPanelProps = {
  order: Order
  onMade: (intent: string) => Promise<void>
}

/** Payment form of an unpaid order. */
export function PayPanel(props: PayPanelProps) {
  const delivery = useDelivery(props.order)
  return (
    <div className="payment-columns">
      <div className="panel">
        <OrderSummary order={props.order} />
        <OrderSums order={props.order} />
      </div>
      <div className="panel form">
        <DeliveryPanel order={props.order} choice={delivery} />
        <CardPayment {...props} beforePaying={delivery.prepare} />
      </div>
    </div>
  )
}

type CardPaymentProps = PayPanelProps & {
  /** Cancels the payment if it resolves to false. */
  beforePaying: () => Promise<boolean>
}

function CardPayment({ order, onMade, beforePaying }: CardPaymentProps) {
  const { data: payment, error, refetch } = usePayment(order)
  if (isProblem(error, ...reservationProblems)) {
    return <ReservationRefused error={error} onRetry={() => void refetch()} />
  }
  if (isProblem(error, 'insufficient-stock', 'price-changed')) {
    return <OrderNotPayable error={error} order={order} />
  }
  if (payment) {
    return (
      <Elements stripe={payment.stripe}>
        <CardForm
          order={order}
          payment={payment}
          beforePaying={beforePaying}
          reopenPayment={refetch}
          onMade={onMade}
        />
      </Elements>
    )
  }
  if (error) {
    return (
      <FailedState heading="h2" title="The card form could not be loaded" onRetry={refetch}>
        {reasonOf(error)} Your order is saved as unpaid in My Order.
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
    : 'The card provider cannot be reached. Check your connection, and whether your browser blocks it.'

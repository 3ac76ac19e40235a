import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { ApiError, isProblem, NetworkError, sentenceFor } from '#web/lib/http/problems.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { Elements } from './card-elements.ts'
import { CardForm } from './card-form.tsx'
import { DeliveryPanel } from './delivery/delivery-panel.tsx'
import { OrderSums, OrderSummary } from './order-summary.tsx'
import { OrderNotPayable } from './order-not-payable.tsx'
import { useDelivery } from './delivery/use-delivery.ts'
import { usePayment } from './use-payment.ts'

type PayPanelProps = {
  order: Order
  onMade: (intent: string) => Promise<void>
  reloadOrder: () => Promise<unknown>
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
        <CardPayment
          {...props}
          beforePaying={delivery.prepare}
          isAddressMissing={delivery.isAsked && !delivery.address}
          isAddressLoading={delivery.isLoading}
        />
      </div>
    </div>
  )
}

type CardPaymentProps = Omit<ComponentProps<typeof CardForm>, 'reopenPayment'>

function CardPayment(props: CardPaymentProps) {
  const { order } = props
  const { data: payment, error, refetch } = usePayment(order)
  if (isProblem(error, 'insufficient-stock', 'price-changed')) {
    return <OrderNotPayable error={error} order={order} />
  }
  if (payment) {
    return (
      <Elements stripe={payment.stripe}>
        <CardForm {...props} reopenPayment={refetch} />
      </Elements>
    )
  }
  if (error) {
    return (
      <FailedState heading="h2" title="The card form could not be loaded" onRetry={refetch}>
        {reasonOf(error)} Your order is saved in My Order.
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

import { CircleAlert } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { OrderAgain } from '#web/domain/cart/order-again.tsx'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type OrderNotPayableProps = {
  error: ApiError
  order: Order
}

/** Why an order can no longer be paid, with the alternatives. */
export function OrderNotPayable({ error, order }: OrderNotPayableProps) {
  const { available = 0, currentTotal = order.price, lines = [] } = error.problem
  const shortage =
    order.lines.length > 1
      ? `${lines.length} of its parts are not in stock in these quantities`
      : `only ${available} are in stock`
  return (
    <>
      <Notice tone="danger" icon={CircleAlert} role="alert">
        {isProblem(error, 'price-changed')
          ? `The price has changed since you placed this order. It would now cost ${dollars(currentTotal)}.`
          : `This order is no longer reserved, and ${shortage}.`}{' '}
        Nothing was charged. You can place a new order and delete this one in My Order.
      </Notice>
      <div className="cluster">
        <OrderAgain order={order} variant="primary" size="small" />
        <ButtonLink to="/dashboard/myOrder" size="small">
          My Order
        </ButtonLink>
      </div>
    </>
  )
}

import { CircleAlert } from 'lucide-react'
import type { Order } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { OrderAgain } from '#web/domain/cart/order-again.tsx'
import { type ApiError, isProblem } from '#web/lib/http/problems.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type OrderNotPayableProps = {
  error: ApiError
  order: Order
}

/** Why an order can no longer be paid. Prices that include other taxes than before come to the same total. */
export function notPayableReason({
  error,
  order,
}: {
  error: ApiError
  order: Pick<Order, 'price' | 'lines'>
}) {
  const { available = 0, currentTotal = order.price, lines = [] } = error.problem
  if (isProblem(error, 'price-changed')) {
    return currentTotal === order.price
      ? 'The taxes in its price have changed since you placed this order.'
      : `The price has changed since you placed this order. It would now cost ${dollars(currentTotal)}.`
  }
  const shortage =
    order.lines.length > 1
      ? `${lines.length} of its parts are not in stock in these quantities`
      : `only ${available} are in stock`
  return `This order is not reserved, and ${shortage}.`
}

/** The reason, with the alternatives. */
export function OrderNotPayable({ error, order }: OrderNotPayableProps) {
  return (
    <>
      <Notice tone="danger" icon={CircleAlert} role="alert">
        {notPayableReason({ error, order })} Nothing was charged. You can place a new order and
        delete this one in My Order.
      </Notice>
      <div className="cluster">
        <OrderAgain order={order} variant="primary" size="small" />
        <ButtonLink to={pathTo.myOrders} size="small">
          My Order
        </ButtonLink>
      </div>
    </>
  )
}

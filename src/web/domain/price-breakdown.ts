import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/shared/formatting.ts'

/** What the total of an order is made of, such as '10 × $4.00 + $4.90 shipping'. */
export const sumOf = ({
  quantity,
  unitPrice,
  shippingCost,
}: Pick<Order, 'unitPrice' | 'shippingCost'> & { quantity: number | string }) =>
  `${quantity} × ${dollars(unitPrice)}${shippingCost > 0 ? ` + ${dollars(shippingCost)} shipping` : ''}`

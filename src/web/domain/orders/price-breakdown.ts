import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'

/** Formats how an order's total adds up, such as '10 × $4.00 + $4.90 shipping'. */
export const priceBreakdown = ({
  quantity,
  unitPrice,
  shippingCost,
}: Pick<Order, 'unitPrice' | 'shippingCost'> & { quantity: number | string }) =>
  `${quantity} × ${dollars(unitPrice)}${shippingCost > 0 ? ` + ${dollars(shippingCost)} shipping` : ''}`

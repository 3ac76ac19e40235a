import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'

interface Priced extends Pick<Order, 'unitPrice' | 'shippingCost'> {
  quantity: number | string
  lines?: readonly unknown[]
}

/** Formats how an order's total adds up, such as '10 × $4.00 + $4.90 shipping'; of several parts, their number. */
export const priceBreakdown = (order: Priced) => `${goodsText(order)}${shippingText(order)}`

/** The same without the units of several parts, where their lines are listed below. */
export const partsBreakdown = ({ lines, shippingCost }: Pick<Order, 'lines' | 'shippingCost'>) =>
  `${lines.length} parts${shippingText({ shippingCost })}`

const shippingText = ({ shippingCost }: Pick<Priced, 'shippingCost'>) =>
  shippingCost > 0 ? ` + ${dollars(shippingCost)} shipping` : ''

/** '10 × $4.00', or '3 parts, 40 units'. */
export const goodsText = ({ quantity, unitPrice, lines = [] }: Omit<Priced, 'shippingCost'>) =>
  lines.length > 1
    ? `${lines.length} parts, ${quantity} units`
    : `${quantity} × ${dollars(unitPrice)}`

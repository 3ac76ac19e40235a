import type { Order } from '#contract/orders/orders.ts'
import { dollars, groupDigits, unitsText } from '#contract/formats/formatting.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'

interface Priced extends Pick<Order, 'unitPrice' | 'shippingCost'> {
  quantity: number
  lines?: readonly unknown[]
  tax?: OrderTax | undefined
}

/** Formats how an order's total adds up, such as '10 × $4.00 + $4.90 shipping'; of several parts, their number. */
export const priceBreakdown = (order: Priced) =>
  `${goodsText(order)}${shippingText(order)}${taxText(order.tax)}`

/** The breakdown without the units of several parts, where their lines are listed below. */
export const partsBreakdown = ({
  lines,
  shippingCost,
  tax,
}: Pick<Order, 'lines' | 'shippingCost' | 'tax'>) =>
  `${lines.length} parts${shippingText({ shippingCost })}${taxText(tax)}`

const shippingText = ({ shippingCost }: Pick<Priced, 'shippingCost'>) =>
  shippingCost > 0 ? ` + ${dollars(shippingCost)} shipping` : ''

/** ' + $7.60 tax', or what an exempt buyer does not pay; nothing if the prices include it. */
export function taxText(tax: OrderTax | undefined) {
  if (!tax || tax.amount === 0 || (tax.included && !tax.exempt)) return ''
  return ` ${tax.included ? '−' : '+'} ${dollars(tax.amount)} tax`
}

/** '10 × $4.00', or '3 parts, 40 units'. */
export const goodsText = ({ quantity, unitPrice, lines = [] }: Omit<Priced, 'shippingCost'>) =>
  lines.length > 1
    ? `${lines.length} parts, ${unitsText(quantity)}`
    : `${groupDigits(quantity)} × ${dollars(unitPrice)}`

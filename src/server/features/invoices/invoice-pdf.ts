import type { Invoice } from '#contract/invoices/invoices.ts'
import { isChargedBack, isHeldByDispute } from '#contract/orders/orders.ts'
import type { OneOrder } from '#contract/orders/orders.ts'
import { priceNote } from '#contract/prices/price-note.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { drawPaper } from './paper.ts'

/** The invoice of a paid order, with the same facts as the printable web page. */
export function invoicePdf(order: OneOrder, invoice: Invoice, { day }: Clock): Promise<Buffer> {
  const { createdAt, reference, transactionId, refund, lines, shippingCost, price } = order
  return drawPaper({
    title: `Invoice ${invoice.number}`,
    head: [
      `Invoice date: ${day(invoice.issuedAt)}`,
      `Order ${shortId(order._id)}`,
      `Order date: ${day(createdAt)}`,
      ...(reference ? [`Your order number: ${reference}`] : []),
      'Paid',
      transactionId ?? '',
      ...(isHeldByDispute(order) ? ['Payment disputed'] : []),
      ...(refund
        ? [`${isChargedBack(order) ? 'Charged back' : 'Refunded'} on ${day(refund.at)}`]
        : []),
    ],
    order,
    invoice,
    items: lines.map((line) => ({
      name: line.name,
      partNumber: line.partNumber,
      vehicle: line.vehicle,
      orderedAs: line.orderedAs,
      note: priceNote(line),
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      amount: goodsTotal(line.unitPrice, line.quantity),
    })),
    shipping: shippingCost,
    tax: order.tax,
    total: price,
  })
}

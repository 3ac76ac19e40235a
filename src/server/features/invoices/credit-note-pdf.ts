import type { CreditNote, Invoice } from '#contract/invoices/invoices.ts'
import type { OneOrder } from '#contract/orders.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { signOf } from '#contract/taxes/tax-lines.ts'
import type { OrderTax } from '#contract/taxes/taxes.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { drawPaper } from './paper.ts'
import type { Item } from './paper.ts'

interface Credited {
  order: OneOrder
  invoice: Invoice
  note: CreditNote
  /** Units of the lines that it is about, by the number of the line. */
  units: ReadonlyMap<number, number>
  /** In its amount; undefined if the order has none. */
  tax: OrderTax | undefined
}

/** The credit note of a refund, with buyer, seller and tax of the invoice that it corrects. */
export function creditNotePdf(credited: Credited, { day }: Clock): Buffer {
  const { order, invoice, note } = credited
  return drawPaper({
    title: `Credit note ${note.number}`,
    head: [
      `Date: ${day(note.issuedAt)}`,
      `For invoice ${invoice.number} of ${day(invoice.issuedAt)}`,
      `Order ${shortId(order._id)}`,
      ...(order.reference ? [`Your order number: ${order.reference}`] : []),
      'Refunded to the card',
      order.transactionId ?? '',
    ],
    order,
    invoice,
    items: itemsOf(credited),
    shipping: 0,
    tax: credited.tax,
    total: note.amount,
  })
}

/** The refunded units; the rest of the amount has a row of its own, without taxes that are added. */
function itemsOf({ order, note, units, tax }: Credited): Item[] {
  const items = order.lines.flatMap(
    ({ name, partNumber, vehicle, orderedAs, unitPrice }, index) => {
      const quantity = units.get(index + 1)
      if (quantity === undefined) return []
      const amount = goodsTotal(unitPrice, quantity)
      return [{ name, partNumber, vehicle, orderedAs, quantity, unitPrice, amount }]
    },
  )
  const added = tax ? signOf(tax) * toCents(tax.amount) : 0
  const cents = items.reduce(
    (left, { amount }) => left - toCents(amount),
    toCents(note.amount) - added,
  )
  if (cents === 0) return items
  return [
    ...items,
    { name: items.length > 0 ? 'Further amount' : 'Refund', amount: toDollars(cents) },
  ]
}

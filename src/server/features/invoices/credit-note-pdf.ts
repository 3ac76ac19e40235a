import type { CreditNote, Invoice } from '#contract/invoices/invoices.ts'
import type { OneOrder } from '#contract/orders/orders.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { signOf } from '#contract/taxes/tax-lines.ts'
import type { Clock } from '#contract/formats/clock.ts'
import { shortId } from '#contract/formats/formatting.ts'
import type { NoteContents } from './note-contents.ts'
import { drawPaper } from './paper.ts'
import type { Item } from './paper.ts'

interface Credited {
  order: OneOrder
  invoice: Invoice
  note: CreditNote
  contents: NoteContents
}

/** The credit note of a refund, with buyer, seller and tax of the invoice that it corrects. */
export function creditNotePdf(credited: Credited, { day }: Clock): Promise<Buffer> {
  const { order, invoice, note, contents } = credited
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
    shipping: contents.shipping,
    netShipping: contents.netShipping,
    tax: contents.tax,
    total: note.amount,
  })
}

/** The refunded units; the rest of the amount but shipping has a row of its own, without taxes that are added. */
function itemsOf({ order, note, contents }: Credited): Item[] {
  const { units, shipping, tax, isItemized } = contents
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
    toCents(note.amount) - added - toCents(shipping),
  )
  if (cents === 0) return items
  const name = items.length === 0 ? 'Refund' : 'Further amount'
  const isLess = isItemized && cents < 0
  return [...items, { name: isLess ? 'Refunded before' : name, amount: toDollars(cents) }]
}

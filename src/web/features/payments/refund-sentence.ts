import { isChargedBack, type OneOrder } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'

/** Reason and amount of a refund; mentions the stock only if it was the reason. */
export function refundSentence(order: Pick<OneOrder, 'price' | 'refund' | 'status' | 'dispute'>) {
  const amount = dollars(order.price)
  if (isChargedBack(order)) return `Your bank has returned your payment of ${amount}.`
  return order.refund?.reason === 'out-of-stock'
    ? `The items sold out before your payment arrived, so all of ${amount} goes back to your card.`
    : `All of ${amount} goes back to your card.`
}

/** The amount that was refunded of an order that is still paid; undefined if none was. */
export function partRefundSentence({
  price,
  creditNotes,
}: Pick<OneOrder, 'price' | 'creditNotes'>): string | undefined {
  if (!creditNotes) return undefined
  const cents = creditNotes.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return `${dollars(toDollars(cents))} of ${dollars(price)} goes back to your card.`
}

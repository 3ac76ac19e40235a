import { isChargedBack, type OneOrder } from '#contract/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'

/** Reason and amount of a refund; mentions the stock only if it was the reason. */
export function refundSentence(order: Pick<OneOrder, 'price' | 'refund' | 'status' | 'dispute'>) {
  const amount = dollars(order.price)
  if (isChargedBack(order)) return `Your bank has returned your payment of ${amount}.`
  return order.refund?.reason === 'out-of-stock'
    ? `The items sold out before your payment arrived, so all of ${amount} goes back to your card.`
    : `All of ${amount} goes back to your card.`
}

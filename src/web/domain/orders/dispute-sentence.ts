import { isChargedBack, isHeldByDispute, type Order } from '#contract/orders/orders.ts'

/** What a dispute at the customer's bank means for their order; undefined without a dispute that matters. */
export function disputeSentence(
  order: Pick<Order, 'status' | 'dispute' | 'shipping'>,
): string | undefined {
  if (isChargedBack(order)) return 'Your bank has returned the payment to you. The order is closed.'
  if (!isHeldByDispute(order)) return undefined
  const cause =
    order.dispute === 'open'
      ? 'The payment is disputed at your bank.'
      : 'Your bank has asked us about the payment.'
  return order.status === 'paid' ? `${cause} The order will ship once this is settled.` : cause
}

import type { OneOrder } from '#contract/orders.ts'
import { dollars } from '#contract/shared/formatting.ts'

/** Reason and amount of a refund; mentions the stock only if it was the reason. */
export const refundSentence = ({ price, refund }: Pick<OneOrder, 'price' | 'refund'>) =>
  refund?.reason === 'out-of-stock'
    ? `The units were sold before the payment arrived, so all of ${dollars(price)} is refunded.`
    : `We have given your payment back: all of ${dollars(price)} is refunded.`

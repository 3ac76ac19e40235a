import type { CreditNote } from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/orders/orders.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'

type Refundable = Pick<Order, 'price' | 'status' | 'partlyRefunded'> & {
  creditNotes?: readonly CreditNote[] | undefined
}

/** The dollars refunded of an order that stays paid; 0 if there are none. */
function refundedOf({ status, partlyRefunded, creditNotes = [] }: Refundable): number {
  if (status !== 'paid' && status !== 'shipped') return 0
  if (partlyRefunded) return partlyRefunded.amount
  return toDollars(creditNotes.reduce((sum, { amount }) => sum + toCents(amount), 0))
}

/** What an order costs, and what remains of it after refunds of a part. */
export const OrderAmount = ({ order }: { order: Refundable }) =>
  refundedOf(order) > 0 ? <RefundedAmount order={order} /> : <b>{dollars(order.price)}</b>

/** The refunded amount, below a breakdown that ends with the total; nothing without a refund. */
export function RefundedAmount({ order }: { order: Refundable }) {
  const refunded = refundedOf(order)
  return refunded > 0 && <AmountsLeft total={order.price} refunded={refunded} />
}

/** Total, refunds and the rest, worded alike on every page. */
export function AmountsLeft({ total, refunded }: { total: number; refunded: number }) {
  return (
    <dl className="amounts-left">
      <div>
        <dt>Total</dt>
        <dd>{dollars(total)}</dd>
      </div>
      <div>
        <dt>Refunded</dt>
        <dd>{dollars(-refunded)}</dd>
      </div>
      <div>
        <dt>Remaining</dt>
        <dd>{dollars(toDollars(toCents(total) - toCents(refunded)))}</dd>
      </div>
    </dl>
  )
}

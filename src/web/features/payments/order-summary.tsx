import type { Order } from '#contract/orders.ts'
import { dollars } from '#web/lib/format.ts'
import { partDrawing } from '#web/lib/part-drawing.ts'
import { Picture } from '#web/ui/picture.tsx'

/** What is paid for, in one line. */
export function OrderSummary({ order }: { order: Order }) {
  const { name, img, quantity, unitPrice, price } = order
  return (
    <div className="payment__summary">
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <p>
        <b>{name}</b>
        <span className="muted">
          {quantity} × {dollars(unitPrice)}
        </span>
      </p>
      <b>{dollars(price)}</b>
    </div>
  )
}

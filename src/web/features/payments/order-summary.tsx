import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { sumOf } from '#web/domain/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { until } from '#web/lib/format/expiry.ts'
import { Picture } from '#web/ui/picture.tsx'

/** What is paid for, in one line. */
export function OrderSummary({ order }: { order: Order }) {
  const { name, img, price, heldUntil } = order
  return (
    <div className="payment__summary">
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <p>
        <b>{name}</b>
        <span className="muted">{sumOf(order)}</span>
        {heldUntil && (
          <small className="muted">
            Reserved until <time dateTime={heldUntil}>{until(heldUntil)}</time>
          </small>
        )}
      </p>
      <b>{dollars(price)}</b>
    </div>
  )
}

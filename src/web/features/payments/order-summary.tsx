import type { Order } from '#contract/orders.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { expiry } from '#web/lib/format/clock.ts'
import { Picture } from '#web/ui/picture.tsx'

/** One-line summary of the order. */
export function OrderSummary({ order }: { order: Order }) {
  const { name, img, price, heldUntil } = order
  return (
    <div className="payment__summary">
      <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
      <p>
        <b>{name}</b>
        <span className="muted">{priceBreakdown(order)}</span>
        {heldUntil && (
          <small className="muted">
            Reserved until <time dateTime={heldUntil}>{expiry(heldUntil)}</time>
          </small>
        )}
      </p>
      <b>{dollars(price)}</b>
    </div>
  )
}

import type { OneOrder, Order } from '#contract/orders/orders.ts'
import { dollars, unitsText } from '#contract/formats/formatting.ts'
import { unitsToFreeShipping } from '#contract/prices/larger-orders.ts'
import { goodsOfLines } from '#contract/shared/shipping.ts'
import { orderedAsOf, orderedAsText } from '#contract/numbers/ordered-as.ts'
import { orderFor } from '#contract/fitments/ordered-for.ts'
import { OrderAmount } from '#web/domain/orders/order-amount.tsx'
import { OrderLines } from '#web/domain/orders/order-lines.tsx'
import { goodsText, priceBreakdown } from '#web/domain/orders/price-breakdown.ts'
import { priceOriginOfOrder } from '#web/domain/orders/price-origin.ts'
import { notReserved } from '#web/domain/orders/reservation.tsx'
import { TaxRows } from '#web/domain/orders/tax-rows.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { expiry } from '#web/lib/format/clock.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** How the total adds up, where there is room for it. */
export function OrderSums({ order }: { order: Order }) {
  const { lines, shippingCost, price, product, tax } = order
  const [only, ...others] = lines
  const larger =
    only && others.length === 0
      ? unitsToFreeShipping({ price: only.unitPrice }, only.quantity, shippingCost)
      : undefined
  return (
    <div className="payment__sums">
      <dl>
        <dt>{goodsText(order)}</dt>
        <dd>{dollars(goodsOfLines(lines))}</dd>
        <dt>Shipping</dt>
        <dd>{shippingCost === 0 ? 'Free' : dollars(shippingCost)}</dd>
        <TaxRows tax={tax} at="above" />
        <dt className="payment__total">Total</dt>
        <dd className="payment__total">{dollars(price)}</dd>
        <TaxRows tax={tax} at="below" />
      </dl>
      {larger && (
        <p className="muted">
          {dollars(larger.amount)} more would ship free:{' '}
          <Link to={`${pathTo.order(product)}?quantity=${larger.quantity}`}>
            order {unitsText(larger.quantity)} instead
          </Link>
        </p>
      )}
    </div>
  )
}

/** Summary of the order: one line, and its parts folded. */
export function OrderSummary({ order }: { order: OneOrder }) {
  const { name, img, status, heldUntil, reference } = order
  const car = orderFor(order)
  const orderedAs = orderedAsOf(order)
  const origin = priceOriginOfOrder(order)
  return (
    <>
      <div className="payment__summary">
        <Picture src={img} alt="" fallback={partDrawing(name)} look="thumb-large" />
        <p>
          <b>{name}</b>
          <span className="muted payment__breakdown">{priceBreakdown(order)}</span>
          {origin && <small>{origin}</small>}
          {orderedAs && <small>{orderedAsText(orderedAs)}</small>}
          {car && <small>For: {car}</small>}
          {reference && <small>Your order number: {reference}</small>}
          {heldUntil && (
            <small className="muted">
              Reserved until <time dateTime={heldUntil}>{expiry(heldUntil)}</time>
            </small>
          )}
          {status === 'unpaid' && !heldUntil && <small>{notReserved}</small>}
        </p>
        <OrderAmount order={order} />
      </div>
      <OrderLines order={order} />
    </>
  )
}

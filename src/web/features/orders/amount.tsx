import { dollars } from '#web/lib/format.ts'
import type { Quantity } from './use-quantity.ts'

/** Orders above this are shipped for free, in dollars. */
const freeShippingAbove = 100

type AmountProps = {
  price: number
  quantity: Quantity
}

/** The total as it runs; it is read out once it has been calculated. */
export function Amount({ price, quantity: { units, total, isCalculated } }: AmountProps) {
  return (
    <div aria-live="polite" aria-busy={!isCalculated}>
      <dl className="amount" data-pending={!isCalculated}>
        <dt>
          {units} × {dollars(price)}
        </dt>
        <dd>{dollars(total)}</dd>
        {total > freeShippingAbove && (
          <>
            <dt>Shipping</dt>
            <dd className="amount__free">Free</dd>
          </>
        )}
        <dt className="amount__total">Total</dt>
        <dd className="amount__total">{dollars(total)}</dd>
      </dl>
    </div>
  )
}

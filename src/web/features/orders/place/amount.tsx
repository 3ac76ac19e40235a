import { freeShippingAbove } from '#contract/shared/shipping.ts'
import { dollars } from '#contract/formats/formatting.ts'
import type { Quantity } from './use-quantity.ts'

type AmountProps = {
  price: number
  quantity: Quantity
}

type FreeShippingOfferProps = {
  quantity: Quantity
  onTake: (units: number) => void
}

/** The larger quantity that ships free, if the stock has it. */
export function FreeShippingOffer({ quantity, onTake }: FreeShippingOfferProps) {
  const { toFreeShipping: larger, product } = quantity
  if (!larger || larger.quantity > product.quantity) return null
  return (
    <p className="free-shipping-offer">
      Add {dollars(larger.amount)} for free shipping:{' '}
      <button type="button" onClick={() => onTake(larger.quantity)}>
        take {larger.quantity} units
      </button>
    </p>
  )
}

/** The running total; announced to screen readers once it is calculated. */
export function Amount({ price, quantity }: AmountProps) {
  const { units, goods, shipping, total, isCalculated } = quantity
  return (
    <div aria-live="polite" aria-busy={!isCalculated}>
      <dl className="amount" data-pending={!isCalculated}>
        <dt>
          {units} × {dollars(price)}
        </dt>
        <dd>{dollars(goods)}</dd>
        {goods > freeShippingAbove && (
          <>
            <dt>Shipping</dt>
            <dd className="amount__free">Free</dd>
          </>
        )}
        {shipping > 0 && (
          <>
            <dt>Shipping</dt>
            <dd>{dollars(shipping)}</dd>
          </>
        )}
        <dt className="amount__total">Total</dt>
        <dd className="amount__total">{dollars(total)}</dd>
      </dl>
    </div>
  )
}

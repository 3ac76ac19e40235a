import { freeShippingAbove } from '#contract/shared/shipping.ts'
import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import { classNames } from '#web/lib/class-names.ts'
import { TaxRows } from '#web/domain/orders/tax-rows.tsx'
import { LargerOrder } from './larger-order.tsx'
import type { Quantity } from './use-quantity.ts'

type LargerOrdersProps = {
  quantity: Quantity
  onTake: (units: number) => void
}

/** The larger quantities in stock that cost less, or ship free. */
export function LargerOrders({ quantity, onTake }: LargerOrdersProps) {
  const { units, toFreeShipping, cheaper, product } = quantity
  return (
    <>
      {cheaper && (
        <LargerOrder quantity={cheaper.quantity} onTake={onTake}>
          Add {cheaper.quantity - units} more and save {dollars(cheaper.saved)}
        </LargerOrder>
      )}
      {toFreeShipping && toFreeShipping.quantity <= product.quantity && (
        <LargerOrder quantity={toFreeShipping.quantity} onTake={onTake}>
          Add {dollars(toFreeShipping.amount)} for free shipping
        </LargerOrder>
      )}
    </>
  )
}

/** The class of a list of sums, by their total. */
export const amountClass = (total: number) =>
  classNames('amount', total >= 1_000_000 && 'amount--long')

/** The running total; announced to screen readers once it is calculated. */
export function Amount({ quantity }: { quantity: Quantity }) {
  const { units, unitPrice, goods, shipping, tax, total, isCalculated } = quantity
  return (
    <div aria-live="polite" aria-busy={!isCalculated}>
      <dl className={amountClass(total)} data-pending={!isCalculated}>
        <dt>
          {groupDigits(units)} × {dollars(unitPrice)}
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
        <TaxRows tax={tax} at="above" />
        <dt className="amount__total">Total</dt>
        <dd className="amount__total">{dollars(total)}</dd>
        <TaxRows tax={tax} at="below" />
      </dl>
    </div>
  )
}

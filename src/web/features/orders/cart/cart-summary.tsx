import { CircleAlert, ShoppingCart } from 'lucide-react'
import { type Ref, useRef } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { dollars, groupDigits, unitsText } from '#contract/formats/formatting.ts'
import { amountToFreeShipping, freeShippingAbove } from '#contract/shared/shipping.ts'
import { type Charges, sum, taxedSums } from '#contract/taxes/tax-lines.ts'
import { TaxRows } from '#web/domain/orders/tax-rows.tsx'
import { LeastGoods } from '#web/domain/prices/least-goods.tsx'
import { ReferenceField } from '#web/domain/orders/reference-habit.tsx'
import { RefusalNotice } from '#web/domain/orders/refusal-notice.tsx'
import type { AskBefore } from '#web/domain/vehicles/misfit-question.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { useNavigate } from '#web/lib/router/router-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { amountClass } from '../place/amount.tsx'
import { PlaceBar } from '../place/place-bar.tsx'
import { pricedLines } from './cart-state.ts'
import { partsText } from './line-texts.ts'
import type { usePlaceCart } from './use-place-cart.ts'

type CartSummaryProps = {
  lines: readonly CartLine[]
  charges: Charges
  placing: ReturnType<typeof usePlaceCart>
  /** Asks before parts are ordered that do not fit the car. */
  askBefore: AskBefore
  isSignedIn: boolean
  /** Shows why the cart cannot be ordered; undefined if it can. */
  onRefuse: (() => void) | undefined
}

/** The sums of the cart, the buyer's own order number and the button that places the order. */
export function CartSummary({
  lines,
  charges,
  placing,
  askBefore,
  isSignedIn,
  onRefuse,
}: CartSummaryProps) {
  const { place, isPlacing, refusal, reference, changeReference } = placing
  const navigate = useNavigate()
  const sums = useRef<HTMLDivElement>(null)
  const priced = pricedLines(lines)
  const { goods, shipping, tax, total } = taxedSums(priced, charges)

  return (
    <section className="cart-summary" aria-label="Order summary">
      <div className="cart-summary__sums">
        <div aria-live="polite" ref={sums}>
          <dl className={amountClass(total)}>
            <dt>Subtotal ({unitsText(sum(priced.map(({ quantity }) => quantity)))})</dt>
            <dd>{dollars(goods)}</dd>
            {(shipping > 0 || goods > freeShippingAbove) && (
              <>
                <dt>Shipping</dt>
                {shipping > 0 ? (
                  <dd>{dollars(shipping)}</dd>
                ) : (
                  <dd className="amount__free">Free</dd>
                )}
              </>
            )}
            <TaxRows tax={tax} at="above" />
            <dt className="amount__total">Total</dt>
            <dd className="amount__total">{dollars(total)}</dd>
            <TaxRows tax={tax} at="below" />
          </dl>
          {shipping > 0 && (
            <p className="larger-order">
              Add {dollars(amountToFreeShipping(goods))} for free shipping
            </p>
          )}
          {lines[0] && <LeastGoods product={lines[0].product} goods={goods} />}
        </div>
        {isSignedIn && (
          <ReferenceField
            reference={reference}
            error={refusal?.ofReference}
            onChange={changeReference}
          />
        )}
        <RefusalNotice refusal={refusal} />
        {!isSignedIn && (
          <p className="muted small">
            You’ll log in or create an account first. Your cart is kept.
          </p>
        )}
      </div>
      <PlaceBar
        sums={sums}
        counted={partsText(lines.length)}
        total={total}
        isSticky
        icon={ShoppingCart}
        busy={isPlacing}
        aria-disabled={onRefuse !== undefined}
        onPlace={() =>
          isSignedIn
            ? askBefore(lines, () => place(lines, total))
            : navigate(pathTo.login, { state: { from: pathTo.cart } })
        }
        onRefuse={onRefuse}
      >
        Place order
      </PlaceBar>
    </section>
  )
}

type CartNewsProps = {
  wrong: readonly CartLine[]
  changed: readonly CartLine[]
  notice: Ref<HTMLDivElement>
  onPutRight: () => void
  onAccept: () => void
}

/** What keeps the cart from being ordered, and the prices that have changed. */
export function CartNews({ wrong, changed, notice, onPutRight, onAccept }: CartNewsProps) {
  return (
    <>
      {wrong.length > 0 && (
        <Notice tone="danger" icon={CircleAlert} ref={notice} tabIndex={-1}>
          <p>
            {wrong.length === 1
              ? '1 part needs a change.'
              : `${groupDigits(wrong.length)} parts need a change.`}{' '}
            Fix cart lowers quantities to what’s in stock and removes what’s sold out.
          </p>
          <Button size="small" onClick={onPutRight}>
            Fix cart
          </Button>
        </Notice>
      )}
      {changed.length > 0 && (
        <Notice tone="warn" icon={CircleAlert}>
          <p>
            {changed.length === 1
              ? 'A price has changed since you saw it.'
              : `${changed.length} prices have changed since you saw them.`}{' '}
            The sums use the new prices.
          </p>
          <Button size="small" onClick={onAccept}>
            Accept
          </Button>
        </Notice>
      )}
    </>
  )
}

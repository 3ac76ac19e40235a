import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Calculator, CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, type Ref, useId, useRef } from 'react'
import { isBelowMinimumOrder, smallestOrder } from '#contract/shared/quantity.ts'
import type { Product } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { read } from '#web/lib/api/api.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { dollars } from '#contract/shared/formatting.ts'
import { useMediaQuery } from '#web/lib/browser/media-query.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProductFacts, Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import { ReservationHelp } from '#web/domain/orders/reservation-help.tsx'
import { Shortage } from '#web/domain/orders/shortage.tsx'
import { Amount } from './amount.tsx'
import { BackInStock } from './back-in-stock.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useIsInView } from './use-is-in-view.ts'
import { type Outcome, usePlaceOrder } from './use-place-order.ts'
import { useQuantity } from './use-quantity.ts'

type OrderPanelProps = {
  product: Product
  initialQuantity: string
}

/** The order form: price, stock, quantity, total and the order button. */
export function OrderPanel({ product, initialQuantity }: OrderPanelProps) {
  const draftName = `quantity of ${product._id}`
  const { data: settings } = useQuery(read(shop.config, {}))
  const quantity = useQuantity(
    product,
    // Until the settings are loaded, the server rejects a total without the shipping cost; nothing
    // is charged.
    settings?.shippingCost ?? 0,
    initialQuantity || (readDraft(draftName)['quantity'] ?? ''),
  )
  const { units, total, isCalculated } = quantity
  const canBeOrdered = !isBelowMinimumOrder(product)
  const { place, isPlacing, outcome, forgetOutcome } = usePlaceOrder(product, () => {
    writeDraft(draftName, {})
    quantity.reset()
  })
  const input = useRef<HTMLInputElement>(null)
  const shortage = useRef<HTMLDivElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const isStacked = useMediaQuery('(width < 1024px)', { onServer: false })
  const isInView = useIsInView(actions)
  const titleId = useId()

  function calculate(event: FormEvent) {
    event.preventDefault()
    if (!quantity.calculate()) input.current?.focus()
  }

  function explain() {
    quantity.explain()
    const reason = shortage.current ?? input.current
    reason?.focus()
  }

  function take(count: number) {
    change(String(count))
    input.current?.focus()
  }

  function change(typed: string) {
    forgetOutcome()
    quantity.change(typed)
    writeDraft(draftName, { quantity: typed })
  }

  const orderNow = {
    variant: 'primary',
    busy: isPlacing,
    'aria-disabled': !isCalculated,
    onClick: () => place(units, total),
    onRefuse: explain,
    children: specifiedTexts.order.place,
  } as const

  return (
    <>
      <form className="buy-panel" noValidate aria-labelledby={titleId} onSubmit={calculate}>
        <div>
          <h1 id={titleId}>{product.name}</h1>
          <ProductFacts product={product} />
          <div className="buy-panel__facts">
            <UnitPrice price={product.price} large />
            <Stock quantity={product.quantity} />
            <Shortage product={product} />
          </div>
          <div className="buy-panel__news" aria-live="polite">
            {outcome && <OutcomeNotice outcome={outcome} onTake={take} />}
            {!canBeOrdered && <TooFewLeft notice={shortage} product={product} />}
          </div>
        </div>
        {canBeOrdered && (
          <>
            <div className="stack">
              <QuantityField inputRef={input} quantity={{ ...quantity, change }} />
              <Button
                type="submit"
                variant={isCalculated ? undefined : 'primary'}
                icon={Calculator}
              >
                {specifiedTexts.order.calculate}
              </Button>
            </div>
            <Amount price={product.price} quantity={quantity} />
          </>
        )}
        <div>
          <div className="buy-panel__order" ref={actions}>
            <Button {...orderNow} size="large" block iconEnd={ArrowRight} />
          </div>
          {!canBeOrdered && (
            <div className="stack">
              <BackInStock id={product._id} />
              <ButtonLink to="/products" block>
                {specifiedTexts.home.products}
              </ButtonLink>
            </div>
          )}
          <ButtonLink to="/" variant="quiet" block>
            {specifiedTexts.order.backToHome}
          </ButtonLink>
        </div>
      </form>
      {canBeOrdered && !isInView && isStacked && (
        // For pointers only: it appears and disappears with scrolling, so keyboard focus would get
        // lost.
        <div className="pay-bar" aria-hidden="true">
          <div>
            <span className="muted small">{units} units</span>
            <b>{dollars(total)}</b>
          </div>
          <Button {...orderNow} tabIndex={-1} />
        </div>
      )}
    </>
  )
}

type TooFewLeftProps = {
  notice: Ref<HTMLDivElement>
  product: Product
}

function TooFewLeft({ notice, product }: TooFewLeftProps) {
  const { quantity: available } = product
  const reason =
    available === 0
      ? 'No unit of this part is left.'
      : `The smallest order is ${smallestOrder(product)} units, and no more than ${available} can be sent.`
  return (
    <Notice tone="warn" icon={CircleAlert} ref={notice} tabIndex={-1}>
      {reason} It can be ordered again as soon as new units arrive.
    </Notice>
  )
}

type OutcomeNoticeProps = {
  outcome: Outcome
  onTake: (units: number) => void
}

function OutcomeNotice({ outcome, onTake }: OutcomeNoticeProps) {
  if ('problem' in outcome) {
    return (
      <Notice tone="danger" icon={CircleAlert}>
        {outcome.problem}
        {outcome.limited && <ReservationHelp error={outcome.limited} onTake={onTake} />}
      </Notice>
    )
  }
  const { name, quantity } = outcome.placed
  return (
    <Notice tone="ok" icon={CircleCheck}>
      {quantity} × {name} are yours. Pay for them in <Link to="/dashboard/myOrder">My Order</Link>.
    </Notice>
  )
}

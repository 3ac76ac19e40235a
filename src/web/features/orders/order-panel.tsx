import { ArrowRight, Calculator, CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import { quantityMin } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { dollars } from '#web/lib/format.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stock, UnitPrice } from '#web/ui/product-facts.tsx'
import { Amount } from './amount.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useIsInView } from './use-is-in-view.ts'
import { type Outcome, usePlaceOrder } from './use-place-order.ts'
import { useQuantity } from './use-quantity.ts'

type OrderPanelProps = {
  product: Product
  quantityAtFirst: string
}

/** Everything it takes to order: price, stock, quantity, total and the order itself. */
export function OrderPanel({ product, quantityAtFirst }: OrderPanelProps) {
  const draftName = `quantity of ${product._id}`
  const quantity = useQuantity(product, quantityAtFirst || (readDraft(draftName)['quantity'] ?? ''))
  const { units, total, isCalculated } = quantity
  const { place, isPlacing, outcome, forgetOutcome } = usePlaceOrder(product, () => {
    writeDraft(draftName, {})
    quantity.reset()
  })
  const input = useRef<HTMLInputElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const isStacked = useMediaQuery('(width < 1024px)', { onServer: false })
  const isInView = useIsInView(actions)
  const titleId = useId()

  function calculate(event: FormEvent) {
    event.preventDefault()
    if (!quantity.calculate()) input.current?.focus()
  }

  const orderNow = {
    variant: 'primary',
    busy: isPlacing,
    'aria-disabled': !isCalculated,
    onClick: () => place(units, total),
    children: 'Order Now',
  } as const

  return (
    <>
      <form className="buy-panel" noValidate aria-labelledby={titleId} onSubmit={calculate}>
        <div>
          <h1 id={titleId}>{product.name}</h1>
          <div className="buy-panel__facts">
            <UnitPrice price={product.price} large />
            <Stock quantity={product.quantity} />
          </div>
          <div className="buy-panel__news" aria-live="polite">
            {outcome && <OutcomeNotice outcome={outcome} />}
            {product.quantity < quantityMin && <TooFewLeft available={product.quantity} />}
          </div>
        </div>
        <div className="stack">
          <QuantityField
            inputRef={input}
            quantity={{
              ...quantity,
              change(typed) {
                forgetOutcome()
                quantity.change(typed)
                writeDraft(draftName, { quantity: typed })
              },
            }}
          />
          <Button type="submit" variant={isCalculated ? undefined : 'primary'} icon={Calculator}>
            Calculate Amount
          </Button>
        </div>
        <Amount price={product.price} quantity={quantity} />
        <div>
          <div className="buy-panel__order" ref={actions}>
            <Button {...orderNow} size="large" block iconEnd={ArrowRight} />
          </div>
          <ButtonLink to="/" variant="quiet" block>
            Back to home
          </ButtonLink>
        </div>
      </form>
      {!isInView && isStacked && (
        // For pointers only: it comes and goes with the scrolling, so keys would never reach it.
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

function TooFewLeft({ available }: { available: number }) {
  return (
    <Notice tone="warn" icon={CircleAlert}>
      {available === 0
        ? 'This part is sold out. It can be ordered again as soon as new units arrive.'
        : `Fewer units are left than the smallest order of ${quantityMin}.`}
    </Notice>
  )
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  if ('problem' in outcome) {
    return (
      <Notice tone="danger" icon={CircleAlert}>
        {outcome.problem}
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

import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Calculator, CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { isBelowMinimumOrder, smallestOrder } from '#contract/shared/quantity.ts'
import type { Product } from '#contract/products.ts'
import { shop } from '#contract/shop.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { read } from '#web/lib/api/api.ts'
import { readDraft, writeDraft } from '#web/lib/forms/drafts.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProductFacts, Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import {
  ReferenceField,
  referenceOf,
  useReferenceHabit,
} from '#web/domain/orders/reference-habit.tsx'
import { Ladder } from '#web/domain/prices/ladder.tsx'
import { LeastGoods } from '#web/domain/prices/least-goods.tsx'
import { FitLine } from '#web/domain/vehicles/fit-line.tsx'
import { RefusalNotice } from '#web/domain/orders/refusal-notice.tsx'
import { useMisfitQuestion } from '#web/domain/vehicles/misfit-question.tsx'
import { UnitsPerCar } from '#web/domain/vehicles/units-per-car.tsx'
import { Shortage } from '#web/domain/orders/shortage.tsx'
import { useTaxes } from '#web/domain/orders/use-taxes.ts'
import { Amount, LargerOrders } from './amount.tsx'
import { BackInStock } from './back-in-stock.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { PutInCart } from '../cart/put-in-cart.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useIsInView } from './use-is-in-view.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useQuantity } from './use-quantity.ts'

type OrderPanelProps = {
  product: Product
  initialQuantity: string
  /** Whether the price is not known yet: the name is shown alone. */
  isPending: boolean
  /** Below the price. */
  children: ReactNode
}

/** The order form: price, stock, quantity, total and the order button. */
export function OrderPanel({ product, initialQuantity, isPending, children }: OrderPanelProps) {
  const draftName = `quantity of ${product._id}`
  const { data: settings } = useQuery(read(shop.config, {}))
  const taxes = useTaxes()
  const quantity = useQuantity(
    product,
    // Until the settings are loaded, the server rejects a total without the shipping cost; nothing
    // is charged.
    { shippingCost: settings?.shippingCost ?? 0, taxes },
    initialQuantity || (readDraft(draftName)['quantity'] ?? ''),
  )
  const { units, total, isCalculated } = quantity
  const habit = useReferenceHabit()
  const [typedReference, setReference] = useState<string>()
  const reference = typedReference ?? habit.prefix
  const canBeOrdered = !isBelowMinimumOrder(product)
  const { place, isPlacing, placed, refusal, forgetRefusal } = usePlaceOrder(product, () => {
    writeDraft(draftName, {})
    quantity.reset()
    setReference(undefined)
  })
  const misfit = useMisfitQuestion()
  const input = useRef<HTMLInputElement>(null)
  const shortage = useRef<HTMLDivElement>(null)
  const amount = useRef<HTMLDivElement>(null)
  const isAmountInView = useIsInView(amount)
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

  function change(typed: string) {
    forgetRefusal()
    quantity.change(typed)
    writeDraft(draftName, { quantity: typed })
  }

  function choose(count: number) {
    forgetRefusal()
    quantity.choose(count)
    writeDraft(draftName, { quantity: String(count) })
  }

  function changeReference(typed: string) {
    forgetRefusal()
    setReference(typed)
  }

  function take(count: number) {
    choose(count)
    input.current?.focus()
  }

  return (
    <form
      className="buy-panel"
      data-pending={isPending || undefined}
      aria-busy={isPending}
      noValidate
      aria-labelledby={titleId}
      onSubmit={calculate}
    >
      <div>
        <h1 id={titleId}>{product.name}</h1>
        <ProductFacts product={product} />
        <div className="buy-panel__facts">
          <UnitPrice price={product.price} large />
          <Stock quantity={product.quantity} />
          <Shortage product={product} />
        </div>
        {children}
        <Ladder part={product} quantity={units} />
        <FitLine product={product._id} look="line" />
        <div className="buy-panel__news" aria-live="polite">
          <RefusalNotice refusal={refusal} onTake={take} />
          {!canBeOrdered && <TooFewLeft notice={shortage} product={product} />}
        </div>
        {placed && <PlacedOrder key={placed.id} placed={placed} />}
      </div>
      {canBeOrdered && (
        <>
          <div className="stack">
            <QuantityField
              inputRef={input}
              quantity={{ ...quantity, change, choose }}
              hintEnd={<UnitsPerCar product={product._id} />}
            />
            <Button
              type="submit"
              variant={isCalculated || placed ? undefined : 'primary'}
              icon={Calculator}
            >
              {specifiedTexts.order.calculate}
            </Button>
          </div>
          <div ref={amount}>
            <Amount quantity={quantity} />
            <LargerOrders quantity={quantity} onTake={choose} />
            {units > 0 && <LeastGoods product={product._id} goods={quantity.goods} />}
          </div>
        </>
      )}
      {canBeOrdered && (habit.isRequired || habit.prefix !== '') && (
        <ReferenceField
          habit={habit}
          value={reference}
          error={refusal?.ofReference}
          onChange={changeReference}
        />
      )}
      <div className="buy-panel__order" data-ready={isCalculated}>
        {isCalculated && !isAmountInView && (
          <p aria-hidden="true">
            <span className="muted small">{units} units</span>
            <b>{dollars(total)}</b>
          </p>
        )}
        <Button
          variant="primary"
          size="large"
          block
          iconEnd={ArrowRight}
          busy={isPlacing}
          aria-disabled={!isCalculated}
          onClick={() =>
            misfit.askBefore([{ product: product._id, name: product.name }], () =>
              place({
                quantity: units,
                total,
                reference: referenceOf(reference, habit) || undefined,
              }),
            )
          }
          onRefuse={explain}
        >
          {specifiedTexts.order.place}
        </Button>
        {misfit.dialog}
      </div>
      <div className="stack">
        {canBeOrdered && (
          <PutInCart
            product={product}
            quantity={quantity}
            onRefuse={() => input.current?.focus()}
          />
        )}
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
      ? 'Out of stock.'
      : `Only ${available} left, below the minimum of ${smallestOrder(product)}.`
  return (
    <Notice tone="warn" icon={CircleAlert} ref={notice} tabIndex={-1}>
      {reason} You can order again when new stock arrives.
    </Notice>
  )
}

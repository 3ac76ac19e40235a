import { unitsText } from '#contract/formats/formatting.ts'
import { ArrowRight, Calculator, CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, type Ref, useId, useRef } from 'react'
import { isBelowMinimumOrder, smallestOrder } from '#contract/shared/quantity.ts'
import type { Product } from '#contract/products/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ProductFacts, Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import { ReferenceField } from '#web/domain/orders/reference-habit.tsx'
import { Ladder } from '#web/domain/prices/ladder.tsx'
import { LeastGoods } from '#web/domain/prices/least-goods.tsx'
import { FitLine } from '#web/domain/vehicles/fit-line.tsx'
import { useMisfitQuestion } from '#web/domain/vehicles/misfit-question.tsx'
import { KeptText } from '#web/domain/kept-text.tsx'
import { RefusalNotice } from '#web/domain/orders/refusal-notice.tsx'
import { UnitsPerCar } from '#web/domain/vehicles/units-per-car.tsx'
import { Shortage } from '#web/domain/orders/shortage.tsx'
import { OpenOrderNotice } from '../attempts/open-order-notice.tsx'
import { Amount, LargerOrders } from './amount.tsx'
import { BackInStock } from './back-in-stock.tsx'
import { PlaceBar } from './place-bar.tsx'
import { PlacedOrder } from './placed-order.tsx'
import { PutInCart } from '../cart/put-in-cart.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useOrderForm } from './use-order-form.ts'
import type { Quantity } from './use-quantity.ts'

type OrderPanelProps = {
  product: Product
  initialQuantity: string
  /** Whether the price is not known yet: the name is shown alone. */
  isPending: boolean
  /** Below the price. */
  children: ReactNode
}

/** The order form: price, stock, quantity, total and the order button. */
export function OrderPanel({
  product: sold,
  initialQuantity,
  isPending,
  children,
}: OrderPanelProps) {
  const form = useOrderForm(sold, initialQuantity)
  const { product, quantity, reference, refusal, placed, open } = form
  const canBeOrdered = !isBelowMinimumOrder(product)
  const input = useRef<HTMLInputElement>(null)
  const shortage = useRef<HTMLDivElement>(null)
  const sums = useRef<HTMLDivElement>(null)
  const misfit = useMisfitQuestion()
  const titleId = useId()
  const focusQuantity = () => input.current?.focus()

  function discard() {
    form.draft.discard()
    focusQuantity()
  }

  function calculate(event: FormEvent) {
    event.preventDefault()
    if (!quantity.calculate()) focusQuantity()
  }

  function explain() {
    quantity.explain()
    const reason = shortage.current ?? input.current
    reason?.focus()
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
          <Stock quantity={sold.quantity} />
          <Shortage product={product} />
        </div>
        {children}
        <Ladder part={product} quantity={quantity.units} />
        <FitLine product={product._id} look="line" />
        <div className="buy-panel__news" aria-live="polite">
          <RefusalNotice refusal={refusal} />
          {!open && canBeOrdered && <KeptText draft={{ ...form.draft, discard }} />}
          {open && !refusal && <OpenOrderNotice open={open} onRepeat={form.repeat} />}
          {!canBeOrdered && <TooFewLeft notice={shortage} product={product} />}
        </div>
        {placed && <PlacedOrder key={placed.id} placed={placed} />}
      </div>
      {canBeOrdered && (
        <>
          <QuantityAndSums
            product={product}
            quantity={quantity}
            input={input}
            sums={sums}
            isPlaced={placed !== undefined}
          />
          {(reference.habit.isRequired || reference.habit.prefix !== '') && (
            <ReferenceField
              reference={reference}
              error={refusal?.ofReference}
              onChange={reference.change}
            />
          )}
        </>
      )}
      <PlaceBar
        sums={sums}
        counted={unitsText(quantity.units)}
        total={quantity.total}
        isSticky={quantity.isCalculated}
        iconEnd={ArrowRight}
        busy={form.isPlacing}
        aria-disabled={!quantity.isCalculated}
        onPlace={() => misfit.askBefore([{ product: product._id, name: product.name }], form.place)}
        onRefuse={explain}
      >
        {specifiedTexts.order.place}
      </PlaceBar>
      <div className="stack">
        {canBeOrdered ? (
          <PutInCart product={product} quantity={quantity} onRefuse={focusQuantity} />
        ) : (
          <div className="stack">
            <BackInStock id={product._id} />
            <ButtonLink to={pathTo.catalogue} block>
              {specifiedTexts.home.products}
            </ButtonLink>
          </div>
        )}
        <ButtonLink to={pathTo.home} variant="quiet" block>
          {specifiedTexts.order.backToHome}
        </ButtonLink>
        {/* Not a section of the panel, whose padding it would get. */}
        {misfit.dialog}
      </div>
    </form>
  )
}

type QuantityAndSumsProps = {
  product: Product
  quantity: Quantity
  input: Ref<HTMLInputElement>
  sums: Ref<HTMLDivElement>
  isPlaced: boolean
}

function QuantityAndSums(props: QuantityAndSumsProps) {
  const { product, quantity, input, sums, isPlaced } = props
  const { units, goods, isCalculated } = quantity
  return (
    <>
      <div className="stack">
        <QuantityField
          inputRef={input}
          quantity={quantity}
          hintEnd={<UnitsPerCar product={product._id} />}
        />
        <Button
          type="submit"
          variant={isCalculated || isPlaced ? undefined : 'primary'}
          icon={Calculator}
        >
          {specifiedTexts.order.calculate}
        </Button>
      </div>
      <div ref={sums}>
        <Amount quantity={quantity} />
        <LargerOrders quantity={quantity} onTake={quantity.choose} />
        {units > 0 && <LeastGoods product={product._id} goods={goods} />}
      </div>
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
      ? 'Out of stock.'
      : `Only ${available} left, below the minimum of ${smallestOrder(product)}.`
  return (
    <Notice tone="warn" icon={CircleAlert} ref={notice} tabIndex={-1}>
      {reason} You can order again when new stock arrives.
    </Notice>
  )
}

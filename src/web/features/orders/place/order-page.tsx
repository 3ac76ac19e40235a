import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Product, products } from '#contract/products/products.ts'
import { dollars } from '#contract/formats/formatting.ts'
import { useOwnPrices } from '#web/domain/prices/own-prices.ts'
import { read } from '#web/lib/api/api.ts'
import { initials } from '#web/lib/format/format.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useParams, useSearchParams } from '#web/lib/router/router-view.tsx'
import { useAccount } from '#web/lib/session/session.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderFacts, OrderSteps } from './order-sections.tsx'
import { stripGrouping, parseUnits } from './quantity.ts'
import { Gallery } from '#web/domain/part/gallery.tsx'
import { PartFacts } from '#web/domain/part/part-facts.tsx'
import { UnknownPart } from '#web/domain/unknown-part.tsx'

type OrderPageProps = {
  /** Content below an existing part. */
  below: (product: Product) => ReactNode
}

export function OrderPage({ below }: OrderPageProps) {
  const { id = '' } = useParams()
  const product = useQuery(read(products.one, { params: { id } }))
  const { own, isPending } = useOwnPrices(id)
  const isUnknown = isProblem(product.error, 'not-found')
  return (
    <>
      <title>Order-Auto Parts</title>
      <div className="wrap">
        <Greeting />
        {isUnknown ? (
          <UnknownPart />
        ) : product.data ? (
          <ProductToOrder key={id} product={{ ...product.data, ...own }} isPending={isPending}>
            {own && <PriceOrigin name={own.from} listPrice={product.data.price} />}
          </ProductToOrder>
        ) : product.error ? (
          <FailedState
            heading="h1"
            title="This part could not be loaded"
            onRetry={() => product.refetch()}
          >
            {sentenceFor(product.error)}
          </FailedState>
        ) : (
          <OrderSkeleton />
        )}
      </div>
      {!isUnknown && <OrderSteps />}
      {product.data && below(product.data)}
    </>
  )
}

function Greeting() {
  const { name, email } = useAccount()
  return (
    <p className="greeting">
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
      <span>
        <b>Hello, {name}</b>
        <span className="muted" translate="no">
          {email}
        </span>
      </span>
    </p>
  )
}

/** Whose price it is, and what everyone else pays. */
const PriceOrigin = ({ name, listPrice }: { name: string; listPrice: number }) => (
  <p className="price-origin">
    Your price: <b>{name}</b>, list price {dollars(listPrice)}
  </p>
)

type ProductToOrderProps = {
  product: Product
  /** Whether the prices of the account are not known yet. */
  isPending: boolean
  children: ReactNode
}

function ProductToOrder({ product, isPending, children }: ProductToOrderProps) {
  const [search] = useSearchParams()
  const quantity = stripGrouping(search.get('quantity') ?? '')
  return (
    <div className="order-layout">
      <Gallery product={product} />
      <div className="order-details">
        <p className="pre-wrap">{product.description}</p>
        <PartFacts product={product} />
        <OrderFacts />
      </div>
      <OrderPanel
        product={product}
        initialQuantity={parseUnits(quantity) ? quantity : ''}
        isPending={isPending}
      >
        {children}
      </OrderPanel>
    </div>
  )
}

function OrderSkeleton() {
  return (
    <div className="order-layout" aria-hidden="true">
      <div className="plate plate--large" />
      <div className="order-details">
        <OrderFacts />
      </div>
      <div className="buy-panel">
        <div className="stack">
          <Skeleton shape="title" width="three-quarters" />
          <Skeleton shape="title" width="half" />
        </div>
        <div className="stack">
          <Skeleton width="half" />
          <Skeleton shape="button" />
          <Skeleton width="three-quarters" />
          <Skeleton shape="button" />
        </div>
        <div className="stack">
          <Skeleton />
          <Skeleton shape="title" />
        </div>
        <div>
          <Skeleton shape="button" />
        </div>
      </div>
    </div>
  )
}

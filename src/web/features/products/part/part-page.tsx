import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Layers, Plus, ShoppingCart } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type ListedProduct,
  type Product,
  type ProductPage,
  products,
} from '#contract/products/products.ts'
import { Id } from '#contract/shared/fields.ts'
import { isBelowMinimumOrder, withMinimum } from '#contract/shared/quantity.ts'
import { kindKeys, productKinds } from '#contract/shared/product-kinds.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { read } from '#web/lib/api/api.ts'
import { isProblem, sentenceFor } from '#web/lib/http/problems.ts'
import { useOrigin } from '#web/lib/origin.tsx'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useParams, useSearchParams } from '#web/lib/router/router-view.tsx'
import { onFirstPress } from '#web/domain/cart/first-press.ts'
import { Breadcrumbs } from '#web/domain/breadcrumbs.tsx'
import { Shortage } from '#web/domain/orders/shortage.tsx'
import { PageHead } from '#web/domain/page-head.tsx'
import { Gallery } from '#web/domain/part/gallery.tsx'
import { PartFacts } from '#web/domain/part/part-facts.tsx'
import { Ladder } from '#web/domain/prices/ladder.tsx'
import { PriceSlot } from '#web/domain/prices/price-slot.tsx'
import { ProductFacts, Stock, UnitPrice } from '#web/domain/product-facts.tsx'
import { breadcrumbs, type Crumb, graph } from '#web/domain/structured-data.ts'
import { StructuredData } from '#web/domain/structured-data-script.tsx'
import { UnknownPart } from '#web/domain/unknown-part.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { pictureSizes, widthsOf } from '#web/ui/picture-widths.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { FailedState } from '#web/ui/feedback/states.tsx'
import { addressOf, defaultParams, path } from '../catalogue/catalogue-params.ts'
import { PartCars } from './part-cars.tsx'
import { PartFit } from './part-fit.tsx'
import { PartNumbers } from './part-numbers.tsx'
import { partData } from './part-data.ts'
import { WithdrawnPart } from './withdrawn-part.tsx'

/** The read of a part's page; `all` cars instead of the first models. */
export const readPart = (product: string, isAll: boolean) =>
  read(products.page, { query: { product, ...(isAll && { cars: 'all' }) } }, { anonymous: true })

export const showsAll = (search: URLSearchParams) => search.get('cars') === 'all'

type PartPageProps = {
  /** Content below a part for sale. */
  below: (product: Product) => ReactNode
}

/** The public page of a part. */
export function PartPage({ below }: PartPageProps) {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const isId = Id.safeParse(id).success
  const { data, error, refetch } = useQuery({
    ...readPart(id, showsAll(search)),
    enabled: isId,
  })
  if (data?.product) return <SoldPart key={id} page={data} product={data.product} below={below} />
  if (data?.withdrawn) return <WithdrawnPart {...data.withdrawn} replacedBy={data.replacedBy} />
  return (
    <div className="wrap page">
      <title>{specifiedTexts.title('Part')}</title>
      {!isId || isProblem(error, 'not-found') ? (
        <UnknownPart />
      ) : error ? (
        <FailedState heading="h1" title="This part could not be loaded" onRetry={refetch}>
          {sentenceFor(error)}
        </FailedState>
      ) : (
        <PartSkeleton />
      )}
    </div>
  )
}

type SoldPartProps = PartPageProps & { page: ProductPage; product: Product }

function SoldPart({ page, product, below }: SoldPartProps) {
  const origin = useOrigin()
  const { _id, name, description } = product
  const address = pathTo.part(_id)
  const crumbs = crumbsOf(product)
  return (
    <>
      <PageHead
        page={name}
        path={address}
        image={product.img}
        description={description.slice(0, 160)}
      />
      <PicturePreload img={product.img} />
      <StructuredData
        data={
          import.meta.env.SSR
            ? graph(breadcrumbs(origin, ...crumbs), partData(origin, product, page))
            : undefined
        }
      />
      <div className="wrap">
        <Breadcrumbs pages={crumbs} />
        <div className="order-layout">
          <Gallery product={product} />
          <div className="order-details">
            <p className="pre-wrap">{description}</p>
            <PartFacts product={product} />
            <PartNumbers page={page} />
          </div>
          <PartPanel product={product} page={page} />
        </div>
      </div>
      <PartCars page={page} all={`${address}?cars=all`} />
      {below(product)}
    </>
  )
}

/** Requests the picture, the largest thing of the page, before its scripts. */
function PicturePreload({ img }: { img: string }) {
  const widths = widthsOf(img)
  return (
    <link
      rel="preload"
      as="image"
      href={img}
      type={widths?.avif && 'image/avif'}
      imageSrcSet={widths?.avif ?? widths?.webp}
      imageSizes={widths && pictureSizes.large}
      fetchPriority="high"
    />
  )
}

/** Home, the catalogue, its kind, and the part itself. */
function crumbsOf({ _id, name, kind: key }: Product): Crumb[] {
  // A later version may know more kinds.
  const kind = kindKeys.find((known) => known === key)
  return [
    { name: 'Products', path },
    ...(kind ? [{ name: productKinds[kind], path: addressOf({ ...defaultParams, kind }) }] : []),
    { name, path: pathTo.part(_id) },
  ]
}

type PartPanelProps = Pick<SoldPartProps, 'product' | 'page'>

function PartPanel({ product, page: { isUniversal, replacedBy } }: PartPanelProps) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<ReactNode>()
  const { _id, name, price, quantity } = product
  const isShort = isBelowMinimumOrder(product)
  return (
    <div className="buy-panel">
      <div>
        <h1>{name}</h1>
        <ProductFacts product={product} />
        <div className="buy-panel__facts">
          <PriceSlot product={product} look="large">
            <UnitPrice price={price} large />
          </PriceSlot>
          <Stock quantity={quantity} />
        </div>
        {product.breaks && (
          <PriceSlot product={product} look="ladder">
            <Ladder part={product} />
          </PriceSlot>
        )}
        <Shortage product={product} />
      </div>
      {replacedBy && <Replaced part={product} by={replacedBy} />}
      <PartFit product={_id} isUniversal={isUniversal} />
      <div className="stack">
        <span className="minimum-order">
          <Layers />
          {withMinimum(specifiedTexts.product.minimumOrder, product)}
        </span>
        <ButtonLink
          to={pathTo.order(_id)}
          variant={isShort ? undefined : 'primary'}
          icon={Plus}
          block
        >
          {specifiedTexts.product.order}
        </ButtonLink>
        {!isShort && (
          <Button
            icon={ShoppingCart}
            block
            // Lazy: most visits add nothing.
            onClick={onFirstPress(() =>
              import('#web/domain/cart/put-smallest-in-cart.tsx').then(async (cart) =>
                setRefusal(await cart.putSmallestInCart(client, product)),
              ),
            )}
          >
            Add to cart
          </Button>
        )}
        {refusal}
      </div>
    </div>
  )
}

const Replaced = ({ part, by }: { part: Product; by: ListedProduct }) => (
  <Notice tone="warn">
    {part.partNumber === undefined ? 'This part' : `Part no. ${part.partNumber}`} has been replaced
    by <Link to={pathTo.part(by._id)}>{by.partNumber ?? by.name}</Link>.
  </Notice>
)

const PartSkeleton = () => (
  <div className="order-layout" aria-hidden="true">
    <div className="plate plate--large" />
    <div className="order-details">
      <Skeleton />
      <Skeleton width="three-quarters" />
    </div>
    <div className="buy-panel">
      <div className="stack">
        <Skeleton shape="title" width="three-quarters" />
        <Skeleton width="half" />
      </div>
      <div className="stack">
        <Skeleton shape="button" />
        <Skeleton shape="button" />
      </div>
    </div>
  </div>
)

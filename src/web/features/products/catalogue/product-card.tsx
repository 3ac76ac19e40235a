import { isBelowMinimumOrder, withMinimum } from '#contract/shared/quantity.ts'
import { Layers } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ListedProduct } from '#contract/products/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { AddToCart } from '#web/domain/cart/add-to-cart.tsx'
import type { ChosenCar } from '#web/domain/vehicles/chosen-car.ts'
import { FitSlot } from '#web/domain/vehicles/fit-slot.tsx'
import { partDrawing } from '#web/domain/part-drawing.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Excerpt } from '#web/ui/excerpt.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { PriceSlot } from '#web/domain/prices/price-slot.tsx'
import {
  type CardFacts,
  FromLine,
  ProductFacts,
  Stock,
  UnitPrice,
} from '#web/domain/product-facts.tsx'
import { Shortage } from '#web/domain/orders/shortage.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

export type CardProduct = CardFacts &
  Pick<
    ListedProduct,
    | '_id'
    | 'name'
    | 'price'
    | 'breaks'
    | 'quantity'
    | 'description'
    | 'img'
    | 'minimumOrder'
    | 'packSize'
    | 'rating'
    | 'ratings'
  >

// specification: 'cut to 100 characters on product cards'
const excerptLength = 100

type ProductCardProps = {
  product: CardProduct
  /** In place of the chosen car. */
  car?: ChosenCar | undefined
  /** What a list has to say about the part, in place of whether it fits. */
  children?: ReactNode
}

export function ProductCard({ product, car, children }: ProductCardProps) {
  const { _id, name, price, quantity, description, img } = product
  const id = useId()
  const isShort = isBelowMinimumOrder(product)
  return (
    <article
      className={classNames('product-card', isShort && 'product-card--short')}
      aria-labelledby={`${id}-name`}
    >
      <Picture src={img} alt={name} fallback={partDrawing(name)} />
      <div className="product-card__body">
        <div>
          <h3>
            <Link id={`${id}-name`} to={pathTo.part(_id)}>
              {name}
            </Link>
          </h3>
          <ProductFacts product={product} />
        </div>
        <div className="product-card__state" id={`${id}-state`}>
          <Shortage product={product} />
        </div>
        <div className="product-card__facts">
          <PriceSlot product={product} look="card">
            <UnitPrice price={price} />
            <FromLine product={product} />
          </PriceSlot>
          <Stock quantity={quantity} />
        </div>
        {children}
      </div>
      {!children && <FitSlot product={_id} look="card" car={car} />}
      <div className="product-card__more">
        <p className="product-card__description">
          <Excerpt text={description} length={excerptLength} />
        </p>
        <div className="product-card__foot">
          <span className="minimum-order">
            <Layers />
            {withMinimum(specifiedTexts.product.minimumOrder, product)}
          </span>
          <div className="product-card__buttons">
            {!isShort && <AddToCart part={product} look="card" aria-describedby={`${id}-name`} />}
            <ButtonLink
              to={pathTo.order(_id)}
              size="small"
              aria-describedby={`${id}-name ${id}-state`}
            >
              {specifiedTexts.product.order}
            </ButtonLink>
          </div>
        </div>
      </div>
    </article>
  )
}

export function ProductCardSkeleton() {
  return (
    <div className="product-card" aria-hidden="true">
      <div className="plate" />
      <div className="product-card__body">
        <Skeleton shape="title" width="half" />
        <div className="halves">
          <Skeleton shape="title" width="three-quarters" />
          <Skeleton width="three-quarters" />
        </div>
      </div>
      <div className="product-card__more">
        <Skeleton />
        <Skeleton width="three-quarters" />
        <div className="product-card__foot">
          <Skeleton width="third" />
          <div className="product-card__buttons">
            <Skeleton shape="button" />
          </div>
        </div>
      </div>
    </div>
  )
}

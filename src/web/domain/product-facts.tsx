import { dollars, groupDigits } from '#contract/formats/formatting.ts'
import type { ReactNode } from 'react'
import { Star } from 'lucide-react'
import type { CardFact } from '#contract/products/fields/product-fields.ts'
import type { Prices } from '#contract/prices/unit-price.ts'
import type { ListedProduct } from '#contract/products/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { classNames } from '#web/lib/class-names.ts'

const lowStock = 20

/** The price as the specification writes it: '$price.00 / unit'. */
export function UnitPrice({ price, large }: { price: number; large?: boolean }) {
  return (
    <p className={classNames('unit-price', large && 'unit-price--large')}>
      {dollars(price)} <small>{specifiedTexts.product.perUnit}</small>
    </p>
  )
}

/** The first quantity with a lower price, if there is one. */
export function FromLine({ product: { price, breaks } }: { product: Prices }) {
  const rung = breaks?.find((one) => one.price < price)
  return (
    rung && (
      <p className="part-number">
        from {groupDigits(rung.from)}: {dollars(rung.price)}
      </p>
    )
  )
}

/** The part number, if there is one. */
export function PartNumber({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p className="part-number">
      Part no.{' '}
      <span className="mono" translate="no">
        {children}
      </span>
    </p>
  )
}

export type CardFacts = Pick<ListedProduct, CardFact>

// The type alone comes from the table of fields, whose schemas must stay out of the scripts of Home.
const factViews: { [F in CardFact]: (value: NonNullable<ListedProduct[F]>) => ReactNode } = {
  partNumber: (partNumber) => <PartNumber>{partNumber}</PartNumber>,
  brand: (brand) => (
    <p className="part-number" translate="no">
      {brand}
    </p>
  ),
}

// Safe: the keys of a constant.
const factFields = Object.keys(factViews) as CardFact[]

function Fact<F extends CardFact>({ name, product }: { name: F; product: CardFacts }) {
  const value = product[name]
  return value === undefined ? null : <>{factViews[name](value)}</>
}

/** What a card shows besides price and stock. */
export const ProductFacts = ({ product }: { product: CardFacts & Rated }) => (
  <div className="product-facts">
    {factFields.map((name) => (
      <Fact key={name} name={name} product={product} />
    ))}
    <Rating product={product} />
  </div>
)

export function Stock({ quantity }: { quantity: number }) {
  const look = quantity === 0 ? 'stock--out' : quantity < lowStock && 'stock--low'
  return (
    <p className={classNames('stock', look)}>
      {specifiedTexts.product.available(groupDigits(quantity))}
    </p>
  )
}

type Rated = Pick<ListedProduct, 'rating' | 'ratings'>

/** The average and the number of reviews; nothing without any. */
const Rating = ({ product: { rating, ratings } }: { product: Rated }) =>
  rating === undefined ? null : (
    <p className="rating">
      <Star />
      <b>{rating.toFixed(1)}</b>
      <span>
        <span className="visually-hidden">out of 5 stars, </span>({ratings}
        <span className="visually-hidden"> {ratings === 1 ? 'review' : 'reviews'}</span>)
      </span>
    </p>
  )

import type { ReactNode } from 'react'
import type { FactField } from '#contract/product-fields.ts'
import type { Product } from '#contract/products.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dollars } from '#contract/shared/formatting.ts'

const lowStock = 20

export function UnitPrice({ price, large }: { price: number; large?: boolean }) {
  return (
    <p className={classNames('unit-price', large && 'unit-price--large')}>
      {dollars(price)} <small>{specifiedTexts.product.perUnit}</small>
    </p>
  )
}

/** The part number, if there is one. */
export function PartNumber({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p className="part-number">
      Part no. <span className="mono">{children}</span>
    </p>
  )
}

export type Facts = Pick<Product, FactField>

// The type alone comes from the table of fields, whose schemas do not belong into the scripts of Home.
const factViews: { [F in FactField]: (value: NonNullable<Product[F]>) => ReactNode } = {
  partNumber: (partNumber) => <PartNumber>{partNumber}</PartNumber>,
}

// Safe: the keys of a constant.
const factFields = Object.keys(factViews) as FactField[]

function Fact<F extends FactField>({ name, product }: { name: F; product: Facts }) {
  const value = product[name]
  return value === undefined ? null : factViews[name](value)
}

/** The facts that a product has, besides price and stock. */
export const ProductFacts = ({ product }: { product: Facts }) =>
  factFields.map((name) => <Fact key={name} name={name} product={product} />)

export function Stock({ quantity }: { quantity: number }) {
  const look = quantity === 0 ? 'stock--out' : quantity < lowStock && 'stock--low'
  return <p className={classNames('stock', look)}>{specifiedTexts.product.available(quantity)}</p>
}

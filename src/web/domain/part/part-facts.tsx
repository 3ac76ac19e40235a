import { groupDigits } from '#contract/formats/formatting.ts'
import type { ReactNode } from 'react'
import type { CardFact, FactField } from '#contract/products/fields/product-fields.ts'
import type { Product } from '#contract/products/products.ts'
import { productConditions } from '#contract/shared/product-kinds.ts'

type Detail = Exclude<FactField, CardFact> | 'brand'
type DetailView<F extends Detail> = readonly [
  title: string,
  view: (value: NonNullable<Product[F]>) => ReactNode,
]

const kilograms = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
const conditions: Readonly<Record<string, string>> = productConditions

const detailViews: { [F in Detail]: DetailView<F> } = {
  brand: ['Brand', (brand) => brand],
  condition: ['Condition', (condition) => conditions[condition] ?? condition],
  weightGrams: [
    'Weight',
    (grams) => (grams < 1000 ? `${grams} g` : `${kilograms.format(grams / 1000)} kg`),
  ],
  sizeMm: ['Size', (size) => `${size} mm`],
  warrantyMonths: [
    'Warranty',
    (months) => (months === 1 ? '1 month' : `${groupDigits(months)} months`),
  ],
  inTheBox: ['In the box', (items) => <span className="pre-wrap">{items}</span>],
}

// Safe: the keys of a constant.
const details = Object.keys(detailViews) as Detail[]

function DetailRow<F extends Detail>({ name, product }: { name: F; product: Product }) {
  const value = product[name]
  if (value === undefined) return null
  const [title, view] = detailViews[name]
  return (
    <div>
      <dt>{title}</dt>
      <dd>{view(value)}</dd>
    </div>
  )
}

/** The facts of a part that are known; nothing without any. */
export const PartFacts = ({ product }: { product: Product }) =>
  details.some((name) => product[name] !== undefined) ? (
    <dl className="part-facts" aria-label="Facts">
      {details.map((name) => (
        <DetailRow key={name} name={name} product={product} />
      ))}
    </dl>
  ) : null

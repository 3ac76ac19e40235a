import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { factFields } from '#contract/products/fields/product-fields.ts'
import type { FactField } from '#contract/products/fields/product-fields.ts'
import type { Product } from '#contract/products/products.ts'
import { PartFacts } from './part-facts.tsx'

const product: Product = {
  _id: 'a',
  name: 'Lamp',
  price: 12,
  quantity: 5,
  description: 'Fits',
  img: '/parts/fog-lamp.svg',
}

const shown = (facts: Partial<Product>) =>
  renderToStaticMarkup(createElement(PartFacts, { product: { ...product, ...facts } }))

/** Values of each fact, with their title and text on the page. */
const facts: {
  [F in Exclude<FactField, 'partNumber'>]: [NonNullable<Product[F]>, string, string][]
} = {
  brand: [['Hella', 'Brand', 'Hella']],
  condition: [
    ['refurbished', 'Condition', 'Refurbished'],
    ['of a later version', 'Condition', 'of a later version'],
  ],
  weightGrams: [
    [850, 'Weight', '850 g'],
    [1250, 'Weight', '1.25 kg'],
    [12_000, 'Weight', '12 kg'],
  ],
  sizeMm: [['420 × 180 × 60', 'Size', '420 × 180 × 60 mm']],
  warrantyMonths: [
    [24, 'Warranty', '24 months'],
    [1, 'Warranty', '1 month'],
  ],
  inTheBox: [['1 lamp', 'In the box', '<span class="pre-wrap">1 lamp</span>']],
}

const rows = Object.entries(facts).flatMap(([name, list]) =>
  list.map(([value, title, text]) => [{ [name]: value }, title, text] as const),
)

/** @shows row-116 */
test.each(rows)('the page shows %j', (fact, title, text) => {
  expect(shown(fact)).toContain(`<div><dt>${title}</dt><dd>${text}</dd></div>`)
})

/** @shows row-116 */
test('without facts there is no list, and every fact but the part number is one of its rows', () => {
  expect(shown({ partNumber: 'AP-1' })).toBe('')
  const all = Object.entries(facts).map(([name, [row]]) => [name, row?.[0]])
  expect(shown(Object.fromEntries(all)).match(/<dt>/g)).toHaveLength(factFields.length - 1)
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { factFields } from '#contract/product-fields/product-fields.ts'
import type { Product } from '#contract/products.ts'
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

/** @shows row-116 */
test.each([
  [{ brand: 'Hella' }, 'Brand', 'Hella'],
  [{ condition: 'refurbished' }, 'Condition', 'Refurbished'],
  [{ condition: 'of a later version' }, 'Condition', 'of a later version'],
  [{ weightGrams: 850 }, 'Weight', '850 g'],
  [{ weightGrams: 1250 }, 'Weight', '1.25 kg'],
  [{ weightGrams: 12_000 }, 'Weight', '12 kg'],
  [{ sizeMm: '420 × 180 × 60' }, 'Size', '420 × 180 × 60 mm'],
  [{ warrantyMonths: 24 }, 'Warranty', '24 months'],
  [{ warrantyMonths: 1 }, 'Warranty', '1 month'],
  [{ inTheBox: '1 lamp' }, 'In the box', '<span class="pre-wrap">1 lamp</span>'],
])('the page shows %j', (fact, title, text) => {
  expect(shown(fact)).toContain(`<div><dt>${title}</dt><dd>${text}</dd></div>`)
})

/** @shows row-116 */
test('without facts there is no list, and every fact but the part number is one of its rows', () => {
  expect(shown({ partNumber: 'AP-1' })).toBe('')
  const all = { brand: 'Hella', condition: 'new', weightGrams: 1, sizeMm: '1', warrantyMonths: 2 }
  const rows = shown({ ...all, inTheBox: 'x' }).match(/<dt>/g)
  expect(rows).toHaveLength(factFields.length - 1)
})

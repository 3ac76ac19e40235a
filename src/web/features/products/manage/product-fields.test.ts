import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allFields, cardFacts, fieldSpec } from '#contract/products/fields/product-fields.ts'
import type { CardFact, ProductField } from '#contract/products/fields/product-fields.ts'
import { ProductFacts } from '#web/domain/product-facts.tsx'
import { previewOf } from './preview.ts'
import { ProductFields } from './product-fields.tsx'

const nothing = { name: '', price: '', quantity: '', description: '', img: '' }

/** Typed text of each fact, and how the shop shows it. */
const facts: { [F in CardFact]: { typed: string; shown: string } } = {
  partNumber: {
    typed: ' AP-1205 ',
    shown: 'Part no. </span><span class="mono" translate="no">AP-1205</span>',
  },
  brand: { typed: ' Hella ', shown: '>Hella<' },
}

const shownOf = (typed: object) =>
  renderToStaticMarkup(
    createElement(ProductFacts, { product: previewOf({ ...nothing, ...typed }) }),
  )

test('the form has an input with a label for every field but the pictures and the ladder', () => {
  const registered: ProductField[] = []
  const markup = renderToStaticMarkup(
    createElement(ProductFields<ProductField>, {
      names: allFields,
      errors: {},
      rungs: 'the ladder',
      register(name) {
        registered.push(name)
        return { name, onChange: async () => {}, onBlur: async () => {}, ref: () => {} }
      },
    }),
  )
  const others = allFields.filter(
    (name) => !['img', 'imgAlt', 'morePictures', 'breaks'].includes(name),
  )
  expect(new Set(registered)).toEqual(new Set(others))
  expect(markup).toContain('the ladder')
  for (const name of others) {
    const { title, input } = fieldSpec(name)
    expect(markup).toContain(`>${input?.label ?? title}`)
  }
})

test.each(cardFacts)('the preview shows the %s that is typed, and nothing before', (name) => {
  const { typed, shown } = facts[name]
  expect(shownOf({ [name]: typed })).toContain(shown)
  expect(shownOf({ [name]: '' })).toBe('<div class="product-facts"></div>')
})

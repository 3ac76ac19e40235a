import { expect, test } from 'vitest'
import { catalogueFor, optionsFor } from './options.ts'

const lamp = {
  _id: '0190d1a0-0000-7000-8000-000000000001',
  name: 'Fog Lamp',
  price: 33,
  quantity: 180,
  img: '/parts/fog-lamp.svg',
}

/** @shows row-100 */
test('a part leads to its order page, a kind to its matches, and the search is offered last', () => {
  const found = { products: [lamp], kinds: [{ kind: 'lighting' as const, count: 3 }] }
  expect(optionsFor('lamp & co', found).map(({ is, to }) => [is, to])).toEqual([
    ['product', `/order/${lamp._id}`],
    ['kind', '/products?q=lamp+%26+co&kind=lighting'],
    ['search', '/products?q=lamp+%26+co'],
  ])
})

/** @shows row-100 */
test('the probable search comes first, and without an answer the typed one is offered alone', () => {
  const found = { products: [lamp], kinds: [], didYouMean: 'fog lamp' }
  expect(optionsFor('fog lmap', found)[0]).toEqual({
    is: 'correction',
    text: 'fog lamp',
    to: '/products?q=fog+lamp',
  })
  expect(optionsFor('lamp', undefined).map(({ is }) => is)).toEqual(['search'])
  expect(optionsFor('', found)).toEqual([])
})

test('a search without a text is the whole catalogue', () => {
  expect(catalogueFor({ q: '' })).toBe('/products')
})

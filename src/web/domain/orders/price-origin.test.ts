import { expect, test } from 'vitest'
import { priceOriginOf, priceOriginOfOrder, sharedOrigin } from './price-origin.ts'

const line = { product: 'a', name: 'Lamp', img: '/parts/a.svg', unitPrice: 18.79, quantity: 100 }
const reduced = { ...line, listPrice: 23.73, priceFrom: 'from 100' }

/** @shows row-173 */
test('an order says where a reduced price comes from and what the list price was, of several parts at each line', () => {
  const text = 'Price: from 100. List price: $23.73'
  expect(priceOriginOf(reduced)).toBe(text)
  expect(priceOriginOf(line)).toBeUndefined()
  expect(priceOriginOfOrder({ lines: [reduced] })).toBe(text)
  expect(priceOriginOfOrder({ lines: [reduced, line] })).toBeUndefined()
})

/** @shows row-239 */
test('an origin that all lines have is named once, any other at its line', () => {
  expect(sharedOrigin([reduced, { priceFrom: 'from 100' }])).toBe('from 100')
  expect(sharedOrigin([reduced, { priceFrom: 'Workshop' }])).toBeUndefined()
  const listed: { priceFrom?: string } = {}
  expect(sharedOrigin([reduced, listed])).toBeUndefined()
  expect(sharedOrigin([listed, listed])).toBeUndefined()
  expect(sharedOrigin([reduced])).toBeUndefined()
  expect(priceOriginOf(reduced, 'from 100')).toBe('List price: $23.73')
  expect(priceOriginOf(reduced, 'Workshop')).toBe('Price: from 100. List price: $23.73')
})

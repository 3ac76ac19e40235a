import { expect, test } from 'vitest'
import { priceOriginOf, priceOriginOfOrder } from './price-origin.ts'

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

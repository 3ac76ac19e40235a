import { expect, test } from 'vitest'
import { orderSums } from './shipping.ts'

test('shipping at no cost adds nothing to the goods', () => {
  expect(orderSums(18.79, 100, 0)).toEqual({ goods: 1879, shipping: 0, total: 1879 })
  expect(orderSums(1.1, 11, 0)).toEqual({ goods: 12.1, shipping: 0, total: 12.1 })
})

/** @shows row-88 */
test.each([
  [10, 10, { goods: 100, shipping: 4.9, total: 104.9 }],
  [9.99, 10, { goods: 99.9, shipping: 4.9, total: 104.8 }],
  [10.01, 10, { goods: 100.1, shipping: 0, total: 100.1 }],
  [0.07, 10, { goods: 0.7, shipping: 4.9, total: 5.6 }],
  [68, 0, { goods: 0, shipping: 0, total: 0 }],
])('goods up to $100 pay shipping, more do not: %d × %d', (price, quantity, sums) => {
  expect(orderSums(price, quantity, 4.9)).toEqual(sums)
})

import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import { cheaperLine, isRepriced, pricedLines } from './cart-state.ts'

const part = {
  _id: 'a',
  name: 'Lamp',
  price: 23.73,
  breaks: [{ from: 100, price: 18.79 }],
  quantity: 900,
  img: '/parts/a.svg',
}
const line: CartLine = { product: 'a', name: 'Lamp', quantity: 88, seenPrice: 23.73, part }
const other: CartLine = { ...line, product: 'b', part: { ...part, _id: 'b', breaks: [] } }

/** @shows row-170 */
test('each line of a cart has the price of its quantity, and a part that is no longer sold has none', () => {
  const lines = [line, { ...line, quantity: 100 }, { ...line, part: null }]
  expect(pricedLines(lines).map(({ unitPrice }) => unitPrice)).toEqual([23.73, 18.79])
})

/** @shows row-170 */
test('a larger quantity of a line is offered if the whole order is cheaper with it', () => {
  expect(cheaperLine(line, [line, other], { shippingCost: 4.9 })).toEqual({
    quantity: 100,
    saved: 209.24,
  })
  expect(cheaperLine(other, [line, other], { shippingCost: 4.9 })).toBeUndefined()
  const small: CartLine = {
    ...line,
    quantity: 99,
    part: { ...part, price: 1.02, breaks: [{ from: 100, price: 0.99 }] },
  }
  expect(cheaperLine(small, [small], { shippingCost: 4.9 })).toBeUndefined()
  expect(cheaperLine(small, [small, other], { shippingCost: 4.9 })).toEqual({
    quantity: 100,
    saved: 1.98,
  })
  const rates = [{ name: 'VAT', percent: 50, onShipping: true }]
  const taxes = { included: false, exempt: false, areaName: 'Germany', rates }
  const charges = { shippingCost: 4.9, taxes }
  expect(cheaperLine(small, [small, other], charges)).toEqual({ quantity: 100, saved: 2.97 })
})

/** @shows row-173 */
test('the price of the account in place of the public one that was seen is not a change, another one is', () => {
  const own = { ...part, price: 21.36, listPrice: 23.73, priceFrom: 'Workshop A' }
  expect(isRepriced({ ...line, part: own })).toBe(false)
  expect(isRepriced({ ...line, part: { ...own, listPrice: 25 } })).toBe(true)
  expect(isRepriced({ ...line, part: { ...part, price: 22 } })).toBe(true)
  expect(isRepriced({ ...line, part: null })).toBe(false)
})

import { expect, test } from 'vitest'
import type { CartLine, CartPart } from '#contract/cart/cart.ts'
import { priceChanges, withChanges } from './cart-state.ts'
import { factsOf, fixed, fixLabel, problemSentence, verdictOn } from './line-texts.ts'

const part: CartPart = { _id: 'pads', name: 'Brake Pads', price: 4, quantity: 60, img: '' }

const lineOf = (quantity: number, change: Partial<CartPart> | null = {}): CartLine => ({
  product: 'pads',
  name: 'Brake Pads',
  quantity,
  seenPrice: 4,
  part: change && { ...part, ...change },
})

/** @shows row-129 */
test.each([
  [lineOf(20, null), 'No longer sold.', 'Remove', 0],
  [lineOf(20, { quantity: 0 }), 'Sold out.', 'Remove', 0],
  [lineOf(20, { quantity: 4 }), 'Only 4 left, below the minimum of 10.', 'Remove', 0],
  [lineOf(80), 'Only 60 in stock.', 'Take 60', 60],
  [lineOf(4), 'The minimum is 10.', 'Raise to 10', 10],
  [lineOf(30, { packSize: 8 }), 'Sold in packs of 8.', 'Take 32', 32],
])('a line that cannot be ordered says why, and how to fix it', (line, why, label, units) => {
  const verdict = verdictOn(line)!
  expect([problemSentence(line, verdict), fixLabel(verdict), fixed(line).quantity]).toEqual([
    why,
    label,
    units,
  ])
})

test('a line shows price, stock and rules of its part', () => {
  expect(factsOf(lineOf(20))).toEqual(['$4.00 / unit', '60 in stock', 'Minimum 10'])
  expect(factsOf(lineOf(20, { minimumOrder: 4, packSize: 4 })).at(-1)).toBe(
    'Minimum 4, in packs of 4',
  )
  expect(factsOf(lineOf(20, null))).toEqual([])
})

/** @shows row-129 */
test('changed prices are named, but not those of parts that are no longer sold', () => {
  const dearer = { ...lineOf(20, { price: 4.5 }), product: 'lamp' }
  expect(priceChanges([lineOf(20), dearer, lineOf(20, null)])).toEqual([dearer])
})

test('changed lines keep their places, and a line without units goes', () => {
  const lamp = { ...lineOf(10), product: 'lamp' }
  const more = lineOf(30)
  expect(withChanges([lineOf(20), lamp], [more])).toEqual([more, lamp])
  expect(withChanges([lineOf(20), lamp], [lineOf(0)])).toEqual([lamp])
  expect(withChanges([lamp], [more])).toEqual([lamp, more])
})

import { expect, test } from 'vitest'
import { cartUnitsMax, combineLines, verdictOf } from './cart-lines.ts'

const pads = { product: 'pads', quantity: 20 }
const lamp = { product: 'lamp', quantity: 10 }

test('parts that are added join the units of their line, and others follow at the end', () => {
  expect(combineLines([pads, lamp], [{ ...pads, quantity: 5 }], 'add')).toEqual([
    { product: 'pads', quantity: 25 },
    lamp,
  ])
  expect(combineLines([pads], [lamp], 'add')).toEqual([pads, lamp])
  const most = { product: 'pads', quantity: cartUnitsMax }
  expect(combineLines([most], [pads], 'add')).toEqual([most])
})

/** @shows row-145 */
test.each(['add', 'larger', 'subtract'] as const)(
  'a line that is joined by %s keeps its car unless the other has one',
  (how) => {
    const golf = { ...pads, car: 'Golf' }
    const one: { product: string; quantity: number; car?: string } = { ...pads, quantity: 1 }
    expect(combineLines([golf], [one], how)).toMatchObject([{ car: 'Golf' }])
    expect(combineLines([golf], [{ ...one, car: 'Jetta' }], how)).toMatchObject([{ car: 'Jetta' }])
  },
)

test('two carts merge by the larger quantity of each part, so that merging twice changes nothing', () => {
  const browser = [{ ...pads, quantity: 30 }, lamp]
  const merged = combineLines([pads], browser, 'larger')
  expect(merged).toEqual([{ ...pads, quantity: 30 }, lamp])
  expect(combineLines(merged, browser, 'larger')).toEqual(merged)
  expect(combineLines([pads], [{ ...pads, quantity: 10 }], 'larger')).toEqual([pads])
})

test('ordered units leave the cart, and those that were added since stay', () => {
  expect(combineLines([pads, lamp], [{ ...pads, quantity: 15 }, lamp], 'subtract')).toEqual([
    { ...pads, quantity: 5 },
  ])
  expect(combineLines([pads], [lamp], 'subtract')).toEqual([pads])
})

test.each([
  ['can be ordered as it is', 20, { quantity: 60 }, undefined],
  ['is no longer sold', 20, null, { problem: 'not-sold' }],
  ['is sold out', 20, { quantity: 0 }, { problem: 'sold-out' }],
  ['has less stock than its minimum', 4, { quantity: 9 }, { problem: 'sold-out' }],
  ['exceeds the stock', 80, { quantity: 60 }, { problem: 'too-many', instead: 60 }],
  [
    'exceeds the stock, sold in packs',
    80,
    { quantity: 60, packSize: 8 },
    { problem: 'too-many', instead: 56 },
  ],
  ['is below the minimum', 4, { quantity: 60 }, { problem: 'too-few', instead: 10 }],
  [
    'is below a minimum of its own',
    20,
    { quantity: 60, minimumOrder: 24 },
    { problem: 'too-few', instead: 24 },
  ],
  [
    'is not a multiple of its packs',
    30,
    { quantity: 60, packSize: 8 },
    { problem: 'not-in-packs', instead: 32 },
  ],
  [
    'is not a multiple of its packs, with less than another pack in stock',
    57,
    { quantity: 60, packSize: 8 },
    { problem: 'not-in-packs', instead: 56 },
  ],
] as const)(
  'a line that %s is named with the quantity that can be ordered',
  (_, units, part, verdict) => {
    expect(verdictOf(units, part)).toEqual(verdict)
  },
)

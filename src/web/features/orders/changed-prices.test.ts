import { expect, test } from 'vitest'
import { changedSums } from './changed-prices.ts'

const problem = { type: '', code: 'price-changed', title: '', status: 409 }
const pads = { product: 'pads', name: 'Brake Pads', unitPrice: 4, quantity: 20 }
const lamp = { product: 'lamp', name: 'Lamp', unitPrice: 68, quantity: 10 }

/** @shows row-172 */
test('an order that was refused for its prices names both sums, of the total and of each changed line', () => {
  const refused = {
    ...problem,
    currentTotal: 764,
    lines: [
      { product: 'pads', unitPrice: 4.2 },
      { product: 'lamp', unitPrice: 68 },
    ],
  }
  expect(changedSums(refused, { total: 760, lines: [pads, lamp] })).toBe(
    'The total was $760.00 and is now $764.00. Brake Pads: $80.00 before, $84.00 now.',
  )
  expect(changedSums(refused, { total: 80, lines: [pads] })).toBe(
    'The total was $80.00 and is now $764.00.',
  )
  // The shipping cost alone has changed.
  expect(changedSums({ ...problem, currentTotal: 85 }, { total: 84, lines: [pads, lamp] })).toBe(
    'The total was $84.00 and is now $85.00.',
  )
})

test('of many changed lines the first are named', () => {
  const lines = Array.from({ length: 7 }, (_, n) => ({
    ...pads,
    product: `${n}`,
    name: `Part ${n}`,
  }))
  const now = lines.map(({ product }) => ({ product, unitPrice: 5 }))
  const sentence = changedSums({ ...problem, currentTotal: 700, lines: now }, { total: 560, lines })
  expect(sentence).toMatch(/Part 4: \$80\.00 before, \$100\.00 now and 2 more\.$/)
})

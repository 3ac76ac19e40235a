import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/http/problems.ts'
import { notPayableReason } from './order-not-payable.tsx'

const problem = { type: '', title: '', status: 409 }
const order = { price: 119, lines: [] }

/** @shows row-181 */
test.each([
  [
    'price-changed',
    { currentTotal: 107 },
    'The price has changed since you placed this order. It would now cost $107.00.',
  ],
  [
    'price-changed',
    { currentTotal: 119 },
    'The taxes in its price have changed since you placed this order.',
  ],
  ['insufficient-stock', { available: 7 }, 'This order is not reserved, and only 7 are in stock.'],
] as const)('an order is not payable because of %s with %j', (code, details, reason) => {
  const error = new ApiError({ ...problem, code, ...details })
  expect(notPayableReason({ error, order })).toBe(reason)
})

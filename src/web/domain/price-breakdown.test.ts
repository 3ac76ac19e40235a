import { expect, test } from 'vitest'
import { priceBreakdown } from './price-breakdown.ts'

test('a total is told by what it is made of, and shipping only where it costs something', () => {
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 0 })).toBe('10 × $4.00')
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 4.9 })).toBe(
    '10 × $4.00 + $4.90 shipping',
  )
})

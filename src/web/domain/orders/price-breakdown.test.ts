import { expect, test } from 'vitest'
import { priceBreakdown } from './price-breakdown.ts'

test('formats quantity and price, and shipping only if it is charged', () => {
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 0 })).toBe('10 × $4.00')
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 4.9 })).toBe(
    '10 × $4.00 + $4.90 shipping',
  )
})

import { expect, test } from 'vitest'
import { priceBreakdown } from './price-breakdown.ts'

test('formats quantity and price, and shipping only if it is charged', () => {
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 0 })).toBe('10 × $4.00')
  expect(priceBreakdown({ quantity: 10, unitPrice: 4, shippingCost: 4.9 })).toBe(
    '10 × $4.00 + $4.90 shipping',
  )
})

/** @shows row-182 */
test('taxes that change the total are part of the breakdown', () => {
  const order = { quantity: 10, unitPrice: 4, shippingCost: 0 }
  const tax = { areaName: 'Germany', amount: 7.6, rates: [] }
  const breakdown = (included: boolean, exempt: boolean) =>
    priceBreakdown({ ...order, tax: { ...tax, included, exempt } })
  expect(breakdown(false, false)).toBe('10 × $4.00 + $7.60 tax')
  expect(breakdown(true, false)).toBe('10 × $4.00')
  expect(breakdown(true, true)).toBe('10 × $4.00 − $7.60 tax')
})

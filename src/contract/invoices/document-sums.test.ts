import { expect, test } from 'vitest'
import { documentSums, paidShipping, netUnitPrice } from './document-sums.ts'
import type { OrderTax } from '../taxes/taxes.ts'

const vat = { name: 'VAT', percent: 20, amount: 6.38 }
const gross: OrderTax = {
  included: true,
  exempt: false,
  areaName: 'United Kingdom',
  amount: 6.38,
  rates: [vat],
}

/** @shows row-206 */
test('gross prices have the net amount beside the tax that they include', () => {
  expect(documentSums({ total: 38.26, shippingCost: 4.96, tax: gross })).toEqual({
    above: [],
    below: [
      { label: 'Net amount', amount: 31.88 },
      { label: 'Includes 20% VAT', amount: 6.38 },
    ],
  })
  expect(netUnitPrice(3.33, { tax: gross })).toBe(2.78)
})

/** @shows row-206 */
test('net prices have the net amount above the taxes that are added, of each rate if shipping is free of one', () => {
  const rates = [
    { name: 'GST', percent: 5, amount: 5.5 },
    { name: 'PST', percent: 7, amount: 7, onShipping: false as const },
  ]
  const tax = { ...gross, included: false, amount: 12.5, rates }
  expect(documentSums({ total: 122.5, shippingCost: 10, tax }).above).toEqual([
    { label: 'Net amount', amount: 110 },
    { label: 'Taxable amount, 5% GST', amount: 110 },
    { label: 'Taxable amount, 7% PST', amount: 100 },
    { label: '5% GST', amount: 5.5 },
    { label: '7% PST', amount: 7 },
  ])
  expect(netUnitPrice(3.33, { tax })).toBeUndefined()
})

/** @shows row-206 */
test('the tax of the terms of an invoice has a net amount too, and an exempt buyer pays nothing but that', () => {
  const terms = { name: 'VAT', percent: 19 }
  expect(documentSums({ total: 680, shippingCost: 0, tax: undefined, terms }).below).toEqual([
    { label: 'Net amount', amount: 571.43 },
    { label: 'Includes 19% VAT', amount: 108.57 },
  ])
  const exempt = { ...gross, exempt: true }
  expect(documentSums({ total: 31.88, shippingCost: 0, tax: exempt }).below).toEqual([
    { label: 'Net amount', amount: 31.88 },
  ])
  expect(documentSums({ total: 10, shippingCost: 0, tax: undefined })).toEqual({
    above: [],
    below: [],
  })
})

/** @shows row-236 */
test.each([
  ['net prices', false, false, 5.39],
  ['gross prices', true, false, 4.9],
  ['an exempt buyer of gross prices', true, true, 4.45],
])('what was paid for shipping has its taxes: %s', (_, included, exempt, paid) => {
  const rates = [
    { name: 'VAT', percent: 10, amount: 1 },
    { name: 'Local', percent: 5, amount: 1, onShipping: false as const },
  ]
  const tax = { included, exempt, areaName: '', amount: 2, rates }
  expect(paidShipping({ shippingCost: 4.9, tax })).toBe(paid)
  expect(paidShipping({ shippingCost: 4.9, tax: undefined })).toBe(4.9)
})

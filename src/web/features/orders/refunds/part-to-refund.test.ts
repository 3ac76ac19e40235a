import { expect, test } from 'vitest'
import type { OrderRefunds } from '#contract/invoices/refunds.ts'
import { checkRefund } from './part-to-refund.ts'

const line = { name: 'Brake disc', unitPrice: 12.35, quantity: 10, refunded: 0 }
const lamp = '018f0000-0000-7000-8000-000000000001'
const bulb = '018f0000-0000-7000-8000-000000000002'
const refunds: OrderRefunds = {
  paid: 135.85,
  refunded: 24.7,
  left: 111.15,
  lines: [
    { ...line, product: lamp, refunded: 2 },
    { ...line, product: bulb, unitPrice: 1, quantity: 12 },
  ],
  refunds: [],
}
const typed = { units: ['', ''], amount: '', restock: true, reason: '' }

/** @shows row-136 */
test('the sum of units and amount is exact to the cent', () => {
  const checked = checkRefund({ ...typed, units: ['3', ' 2 '], amount: '0.10' }, refunds)
  expect(checked).toMatchObject({
    sum: 39.15,
    body: {
      lines: [
        { product: lamp, quantity: 3 },
        { product: bulb, quantity: 2 },
      ],
      amount: 0.1,
      restock: true,
    },
  })
})

test.each([
  [{ units: ['9', ''] }, { units: ['8 left to refund', undefined] }],
  [{ units: ['x', ''] }, { units: ['Must be a whole number', undefined] }],
  [{ units: ['-1', ''] }, { units: ['Must be a whole number', undefined] }],
  [{ amount: '1,5' }, { amount: 'Must be dollars and cents, such as 12.50' }],
  [{}, { problem: 'Choose units or an amount to refund' }],
  [{ amount: '111.16' }, { problem: '$111.15 of the payment is left to refund' }],
])('%j is refused with its reason', (change, problem) => {
  expect(checkRefund({ ...typed, ...change }, refunds)).toMatchObject({
    ...problem,
    body: undefined,
  })
})

/** @shows row-208 */
test('units left have separators', () => {
  const large = { ...refunds, lines: [{ ...line, product: lamp, quantity: 1_000_000 }] }
  const { units } = checkRefund({ ...typed, units: ['9999999'] }, large)
  expect(units).toEqual(['1,000,000 left to refund'])
})

test('all that is left can be refunded as an amount, and returns no units', () => {
  const { body } = checkRefund({ ...typed, amount: '111.15' }, refunds)
  expect(body).toEqual({ lines: [], amount: 111.15, restock: false, reason: '' })
})

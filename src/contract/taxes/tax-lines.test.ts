import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '../shared/fields.ts'
import { taxedSums, taxesOn } from './tax-lines.ts'
import { taxesOfNotes, taxesOfUnits } from './refunded-taxes.ts'

const vat = { name: 'VAT', percent: 19, onShipping: true }
const gst = { name: 'GST', percent: 5, onShipping: true }
const qst = { name: 'QST', percent: 9.975, onShipping: false }
const areaName = 'Germany'

/** @shows row-180 */
test('a tax is rounded half up, for each line and rate', () => {
  expect(taxesOn(50, [1000], false)).toEqual([1])
  expect(taxesOn(49, [1000], false)).toEqual([0])
  expect(taxesOn(10_000, [5000, 9975], false)).toEqual([500, 998])
  expect(taxesOn(11_900, [19_000], true)).toEqual([1900])
  expect(taxesOn(11_498, [5000, 9975], true)).toEqual([500, 998])
})

/** @shows row-180 */
test.each([
  ['added to net prices', false, false, 59.5, 9.5],
  ['part of prices that include it', true, false, 50, 7.98],
  ['not added for an exempt buyer', false, true, 50, 0],
  ['taken off prices that include it for an exempt buyer', true, true, 42.02, 7.98],
])('a tax is %s', (_, included, exempt, total, amount) => {
  const sums = taxedSums([{ unitPrice: 5, quantity: 10 }], {
    shippingCost: 0,
    taxes: { included, exempt, areaName, rates: [vat] },
  })
  expect([sums.goods, sums.total, sums.tax?.amount]).toEqual([50, total, amount])
})

/** @shows row-180 */
test('shipping is taxed by the rates that are charged on it, and is free by the prices as shown', () => {
  const taxation = { included: false, exempt: false, areaName, rates: [gst, qst] }
  const line = { unitPrice: 10, quantity: 10 }
  const charges = { shippingCost: 4.9, taxes: taxation }
  expect(taxedSums([line], charges)).toEqual({
    goods: 100,
    shipping: 4.9,
    total: 120.13,
    tax: {
      included: false,
      exempt: false,
      areaName,
      amount: 15.23,
      rates: [
        { name: 'GST', percent: 5, amount: 5.25 },
        { name: 'QST', percent: 9.975, amount: 9.98 },
      ],
    },
  })
  expect(taxedSums([{ ...line, unitPrice: 10.01 }], charges).shipping).toBe(0)
})

const Rates = fc.array(
  fc.record({
    name: fc.constantFrom('VAT', 'GST', 'QST'),
    percent: fc.integer({ min: 0, max: 99_999 }).map((thousandths) => thousandths / 1000),
    onShipping: fc.boolean(),
  }),
  { maxLength: 5 },
)
const Lines = fc.array(
  fc.record({
    unitPrice: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
    quantity: fc.integer({ min: 1, max: 500 }),
  }),
  { minLength: 1, maxLength: 8 },
)
const Order = fc.record({
  lines: Lines,
  shippingCost: fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100),
  taxation: fc.record({
    included: fc.boolean(),
    exempt: fc.boolean(),
    areaName: fc.constant(areaName),
    rates: Rates,
  }),
})

/** @shows row-180, P6 */
test('goods, shipping and taxes come to the total to the cent, on 10,000 random orders', () => {
  fc.assert(
    fc.property(Order, ({ lines, shippingCost, taxation }) => {
      const { goods, shipping, total, tax } = taxedSums(lines, { shippingCost, taxes: taxation })
      const cents = (tax?.rates ?? []).map(({ amount }) => toCents(amount))
      const all = cents.reduce((one, other) => one + other, 0)
      expect(all).toBe(toCents(tax?.amount ?? 0))
      const { included, exempt } = taxation
      const sign = included ? (exempt ? -1 : 0) : 1
      expect(toCents(total)).toBe(toCents(goods) + toCents(shipping) + sign * all)
      if (exempt && !included) expect(all).toBe(0)
    }),
    { numRuns: 10_000 },
  )
})

/** @shows row-183, P2 */
test('units that are refunded in any parts come to the taxes of their line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 }),
      fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 3 }),
      (parts, taxes) => {
        const quantity = parts.reduce((all, each) => all + each, 0)
        let before = { quantity: 0, taxes: taxes.map(() => 0) }
        for (const units of parts) {
          const added = taxesOfUnits({ quantity, taxes }, before, units)
          before = {
            quantity: before.quantity + units,
            taxes: before.taxes.map((cents, index) => cents + (added[index] ?? 0)),
          }
        }
        expect(before.taxes).toEqual(taxes)
      },
    ),
  )
})

/** @shows row-183, P2 */
test('credit notes have no more taxes than the order, and all of them once it is refunded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (amounts, taxes, isWhole) => {
        const notes = amounts.map((cents) => ({ cents, goods: 0, taxes: [] }))
        const refunded = amounts.reduce((all, each) => all + each, 0)
        const payment = { cents: refunded + (isWhole ? 0 : 1), taxes, sign: 1 }
        const found = taxesOfNotes(payment, notes)
        const sums = taxes.map((_, index) =>
          found.reduce((all, ofNote) => all + (ofNote[index] ?? 0), 0),
        )
        for (const [index, cents] of sums.entries()) {
          expect(cents).toBeLessThanOrEqual(taxes[index]!)
          if (isWhole) expect(cents).toBe(taxes[index])
        }
      },
    ),
  )
})

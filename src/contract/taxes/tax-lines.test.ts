import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '../shared/fields.ts'
import { signOf, sum, taxedSums, taxesOn } from './tax-lines.ts'
import { sharesOfNotes, taxesOfUnits } from '../invoices/refunded-taxes.ts'

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

const charged = (cents: number, ...taxes: number[]) => ({ cents, taxes })
const amount = (cents: number) => ({ cents, units: charged(0) })
const whole = (cents: number, ...taxes: number[]) => ({ cents, units: charged(cents, ...taxes) })

/** @shows row-183, P2 */
test.each([
  ['exactly the shipping, then the units', [amount(490), whole(8333, 563)], [0, 563]],
  ['the units, then the rest', [whole(8333, 563), amount(490)], [563, 0]],
  ['both at once', [amount(8823)], [563]],
  ['part of the goods, then exactly the shipping', [amount(1000), amount(490)], [68, 0]],
  ['part of the goods, then the rest', [amount(1000), amount(7823)], [68, 495]],
  ['part of the goods, then all units', [amount(200), whole(8333, 563)], [14, 549]],
])('a credit note has the taxes of what it refunds: %s', (_, notes, expected) => {
  const order = { goods: charged(8333, 563), shipping: charged(490, 0) }
  const found = sharesOfNotes(order, notes)
  expect(found.map(({ goods, shipping }) => goods.taxes[0]! + shipping.taxes[0]!)).toEqual(expected)
})

/** @shows row-183, P2 */
test('units have no more taxes than an amount that was rounded up has left', () => {
  const order = { goods: charged(1000, 3), shipping: charged(0, 0) }
  const found = sharesOfNotes(order, [amount(500), whole(499, 2), amount(1)])
  expect(found.map(({ goods }) => goods.taxes)).toEqual([[2], [1], [0]])
})

const Refunds = fc.record({
  // Units of one line, and a further amount, of each refund.
  parts: fc.array(
    fc.record({
      units: fc.integer({ min: 0, max: 5 }),
      amount: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constant('shipping' as const)),
    }),
    { maxLength: 8 },
  ),
  more: fc.integer({ min: 1, max: 20 }),
  unitPrice: fc.integer({ min: 1, max: 5_000 }),
  shipping: fc.integer({ min: 0, max: 2_000 }),
  taxation: fc.record({ included: fc.boolean(), exempt: fc.boolean() }),
  rates: fc.array(
    fc.record({ rate: fc.integer({ min: 0, max: 30_000 }), onShipping: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
})

/** @shows row-183, P2 */
test('credit notes have no more taxes than the order, and all of each rate once it is refunded', () => {
  fc.assert(
    fc.property(Refunds, ({ parts, more, unitPrice, shipping, taxation, rates }) => {
      const quantity = more + sum(parts.map(({ units }) => units))
      const of = (cents: number, isCharged: (rate: { onShipping: boolean }) => boolean) => {
        const taxes = taxesOn(
          cents,
          rates.map(({ rate }) => rate),
          taxation.included,
        ).map((tax, index) => (isCharged(rates[index]!) ? tax : 0))
        return { cents: cents + signOf(taxation) * sum(taxes), taxes }
      }
      const goods = of(unitPrice * quantity, () => true)
      const order = { goods, shipping: of(shipping, ({ onShipping }) => onShipping) }
      let left = order.goods.cents + order.shipping.cents
      let before = { quantity: 0, taxes: rates.map(() => 0) }
      const notes = []
      for (const { units, amount: further } of parts) {
        const taxes = taxesOfUnits({ quantity, taxes: goods.taxes }, before, units)
        const ofUnits = { cents: unitPrice * units + signOf(taxation) * sum(taxes), taxes }
        const cents = ofUnits.cents + (further === 'shipping' ? order.shipping.cents : further)
        if (cents === 0 || cents > left) continue
        before = {
          quantity: before.quantity + units,
          taxes: before.taxes.map((tax, index) => tax + taxes[index]!),
        }
        notes.push({ cents, units: ofUnits })
        left -= cents
      }
      const sums = (shares: ReturnType<typeof sharesOfNotes>) =>
        rates.map((_, index) =>
          sum(shares.map((share) => share.goods.taxes[index]! + share.shipping.taxes[index]!)),
        )
      const all = rates.map((_, index) => goods.taxes[index]! + order.shipping.taxes[index]!)
      const shares = sharesOfNotes(order, notes)
      for (const [index, { goods: ofGoods, shipping: ofShipping }] of shares.entries()) {
        expect(ofGoods.cents + ofShipping.cents).toBe(notes[index]!.cents)
        expect(Math.min(...ofGoods.taxes, ...ofShipping.taxes)).toBeGreaterThanOrEqual(0)
      }
      for (const [index, cents] of sums(shares).entries()) {
        expect(cents).toBeLessThanOrEqual(all[index]!)
      }
      const rest = left > 0 ? [amount(left)] : []
      expect(sums(sharesOfNotes(order, [...notes, ...rest]))).toEqual(
        notes.length + rest.length > 0 ? all : rates.map(() => 0),
      )
    }),
    { numRuns: 1_000 },
  )
})

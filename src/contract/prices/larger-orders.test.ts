import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents } from '../shared/fields.ts'
import { orderSums } from '../shared/shipping.ts'
import { taxedSums } from '../taxes/tax-lines.ts'
import { cheaperOrder, unitsToFreeShipping } from './larger-orders.ts'
import { unitPrice } from './unit-price.ts'

const jumpStarter = { price: 23.73, breaks: [{ from: 100, price: 18.79 }], quantity: 900 }
const rest = { shippingCost: 4.9 }

/** @shows row-170 */
test.each([
  ['12 units below the rung', {}, 88, { quantity: 100, saved: 209.24 }],
  ['the fewest units that cost more than the rung', {}, 80, { quantity: 100, saved: 19.4 }],
  ['units that cost less than the rung', {}, 79, undefined],
  ['the rung itself', {}, 100, undefined],
  ['no ladder', { breaks: undefined }, 99, undefined],
  ['a stock below the rung', { quantity: 99 }, 88, undefined],
  ['packs', { packSize: 8, quantity: 104 }, 96, { quantity: 104, saved: 323.92 }],
  ['packs that the stock has not', { packSize: 8, quantity: 103 }, 96, undefined],
  ['fewer than the smallest order', { minimumOrder: 90 }, 88, undefined],
])('more units for less: %s', (_, rules, quantity, offer) => {
  expect(cheaperOrder({ ...jumpStarter, ...rules }, quantity, rest)).toEqual(offer)
})

/** @shows row-170 */
test('of several rungs the one that saves most is offered, of equal ones the smaller', () => {
  const breaks = [
    { from: 20, price: 4 },
    { from: 25, price: 2.4 },
    { from: 30, price: 2 },
  ]
  const part = { price: 10, breaks, quantity: 100 }
  expect(cheaperOrder(part, 19, { shippingCost: 0 })).toEqual({ quantity: 25, saved: 130 })
})

/** @shows row-170 */
test('nothing is saved where the shipping that the order then pays is more', () => {
  const part = { price: 1.02, breaks: [{ from: 100, price: 0.99 }], quantity: 500 }
  expect(cheaperOrder(part, 99, rest)).toBeUndefined()
  expect(cheaperOrder(part, 99, { shippingCost: 0 })).toEqual({ quantity: 100, saved: 1.98 })
  // With other parts the order ships free before and after.
  const others = [{ unitPrice: 5, quantity: 10 }]
  expect(cheaperOrder(part, 99, { ...rest, others })).toEqual({
    quantity: 100,
    saved: 1.98,
  })
})

/** @shows row-170, row-180 */
test.each([
  ['added to them', false, false, 249],
  ['part of them', true, false, 209.24],
  ['taken off for an exempt buyer', true, true, 175.83],
])('a larger order saves what its total is less: taxes of the prices are %s', (...sample) => {
  const [, included, exempt, saved] = sample
  const rates = [{ name: 'VAT', percent: 19, onShipping: true }]
  const taxes = { included, exempt, areaName: 'Germany', rates }
  expect(cheaperOrder(jumpStarter, 88, { ...rest, taxes })).toEqual({ quantity: 100, saved })
})

/** @shows row-170, row-180 */
test.each([
  [0, 0.08],
  [19, 0.1],
])(
  'taxes of %i percent on the shipping are part of what a larger order saves',
  (percent, saved) => {
    const part = { price: 1.02, breaks: [{ from: 100, price: 0.96 }], quantity: 500 }
    const rates = [{ name: 'VAT', percent, onShipping: true }]
    const taxes = { included: false, exempt: false, areaName: 'Germany', rates }
    expect(cheaperOrder(part, 99, { ...rest, taxes })).toEqual({ quantity: 100, saved })
  },
)

const ladders = fc
  .record({
    cents: fc.integer({ min: 20, max: 20_000 }),
    steps: fc.array(fc.record({ units: fc.integer({ min: 1, max: 60 }), off: fc.nat(300) }), {
      maxLength: 4,
    }),
    packSize: fc.constantFrom(undefined, 1, 4, 6),
  })
  .map(({ cents, steps, packSize }) => {
    let from = 1
    let price = cents
    const breaks = steps.flatMap(({ units, off }) => {
      from += units
      price -= off + 1
      return price > 0 ? [{ from, price: price / 100 }] : []
    })
    return { price: cents / 100, breaks, packSize }
  })

const shippingOf = (part: Parameters<typeof unitPrice>[0], units: number) =>
  orderSums(unitPrice(part, units), units, 4.9).shipping

const charged = fc.record({
  shippingCost: fc.constantFrom(0, 4.9),
  others: fc.array(
    fc.record({
      unitPrice: fc.integer({ min: 1, max: 5_000 }).map((cents) => cents / 100),
      quantity: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 3 },
  ),
  taxes: fc.record({
    included: fc.boolean(),
    exempt: fc.boolean(),
    areaName: fc.constant('Quebec'),
    rates: fc.array(
      fc.record({
        name: fc.constantFrom('GST', 'QST'),
        percent: fc.constantFrom(5, 9.975, 19),
        onShipping: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  }),
})

/** @shows row-170, row-180 */
test('a larger order saves what the total of the whole order is less, to the cent', () => {
  fc.assert(
    fc.property(ladders, fc.integer({ min: 10, max: 80 }), charged, (part, quantity, order) => {
      const totalOf = (units: number) =>
        taxedSums([...order.others, { unitPrice: unitPrice(part, units), quantity: units }], order)
          .total
      const offer = cheaperOrder({ ...part, minimumOrder: 1, quantity: 600 }, quantity, order)
      if (!offer) return
      expect(offer.saved).toBeGreaterThan(0)
      expect(toCents(offer.saved)).toBe(
        toCents(totalOf(quantity)) - toCents(totalOf(offer.quantity)),
      )
    }),
  )
})

/** @shows row-107, row-170 */
test('the units for free shipping are the fewest packs of any ladder that ship free', () => {
  fc.assert(
    fc.property(ladders, fc.integer({ min: 1, max: 80 }), (part, quantity) => {
      const offer = unitsToFreeShipping(part, quantity, 4.9)
      const { packSize = 1 } = part
      let fewest = (Math.floor(quantity / packSize) + 1) * packSize
      while (shippingOf(part, fewest) > 0) fewest += packSize
      expect(offer?.quantity).toBe(shippingOf(part, quantity) > 0 ? fewest : undefined)
    }),
  )
})

/** @shows row-107 */
test.each([
  [6.25, 10, 4.9, { quantity: 17, amount: 43.75 }],
  // Goods of exactly $100 pay shipping.
  [10, 9, 4.9, { quantity: 11, amount: 20 }],
  [33.33, 2, 4.9, { quantity: 4, amount: 66.66 }],
  [10.01, 10, 4.9, undefined],
  [6.25, 10, 0, undefined],
  [6.25, 0, 4.9, undefined],
])('%d × %d with shipping at %d: the units for free shipping', (price, quantity, cost, offer) => {
  expect(unitsToFreeShipping({ price }, quantity, cost)).toEqual(offer)
  if (offer) expect(orderSums(price, offer.quantity, cost).shipping).toBe(0)
})

test('the units for free shipping are whole packs', () => {
  const offer = unitsToFreeShipping({ price: 6.25, packSize: 4 }, 12, 4.9)
  expect(offer).toEqual({ quantity: 20, amount: 50 })
})

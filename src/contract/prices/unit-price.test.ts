import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ladderProblem, readLadder, writeLadder } from './ladder.ts'
import { pricesOnList, linePrice, unitPrice } from './unit-price.ts'
import type { Rung } from './unit-price.ts'

const rung = fc.record({
  from: fc.integer({ min: 2, max: 10_000 }),
  price: fc.integer({ min: 5, max: 99_999_999 }),
})
const ownRung = fc.record({
  from: fc.integer({ min: 1, max: 10_000 }),
  price: fc.integer({ min: 1, max: 99_999_999 }),
})
const prices = fc.record({
  price: fc.integer({ min: 5, max: 99_999_999 }),
  breaks: fc.array(rung, { maxLength: 10 }),
})
const list = fc.record({
  percentOff: fc.integer({ min: 0, max: 9_000 }).map((points) => points / 100),
  own: fc.array(ownRung, { maxLength: 10 }),
})
const quantity = fc.integer({ min: 1, max: 20_000 })

/** The lowest of all prices that apply, without the shortcuts of the rule. */
function lowestOf(all: readonly Rung[], units: number) {
  return Math.min(...all.filter(({ from }) => from <= units).map(({ price }) => price))
}

describe('the price of one unit', () => {
  test.each([
    [1, 2373],
    [99, 2373],
    [100, 1879],
    [499, 1879],
    [500, 1750],
  ])('of %i units is the lowest that they reach: %i', (units, cents) => {
    const breaks = [
      { from: 100, price: 1879 },
      { from: 500, price: 1750 },
    ]
    expect(unitPrice({ price: 2373, breaks }, units)).toBe(cents)
  })

  test('is never above the price of one, and never rises with the quantity', () => {
    fc.assert(
      fc.property(prices, quantity, quantity, (of, some, more) => {
        const [few, many] = [Math.min(some, more), Math.max(some, more)]
        expect(unitPrice(of, few)).toBeLessThanOrEqual(of.price)
        expect(unitPrice(of, many)).toBeLessThanOrEqual(unitPrice(of, few))
      }),
    )
  })

  test('of an account is the lowest of its list and of the public prices', () => {
    fc.assert(
      fc.property(prices, list, quantity, (of, { percentOff, own }, units) => {
        const share = 100 - percentOff
        const reduced = ({ from, price }: Rung) => ({
          from,
          price: Math.max(1, Math.floor((price * Math.round(share * 100) + 5000) / 10_000)),
        })
        const all = [{ from: 1, price: of.price }, ...of.breaks]
        const lowest = lowestOf([...all, ...all.map(reduced), ...own], units)
        expect(unitPrice(pricesOnList(of, { percentOff, own }), units)).toBe(lowest)
      }),
    )
  })

  test.each([
    [1000, 12.5, 875],
    [999, 12.5, 874],
    [1, 90, 1],
    [5, 50, 3],
  ])('of %i cents less %f percent is %i, rounded half up', (price, percentOff, cents) => {
    expect(pricesOnList({ price }, { percentOff, own: [] }).price).toBe(cents)
  })

  test('of an account without a list are the public prices', () => {
    const breaks = [{ from: 100, price: 1879 }]
    expect(pricesOnList({ price: 2373, breaks })).toEqual({ price: 2373, breaks })
  })

  test('names where it comes from', () => {
    const of = { price: 2373, breaks: [{ from: 100, price: 1879 }] }
    const list = { name: 'Workshops', percentOff: 10, own: [{ from: 50, price: 1800 }] }
    expect(linePrice(of, 99)).toEqual({ price: 2373 })
    expect(linePrice(of, 100)).toEqual({ price: 1879, priceFrom: 'from 100' })
    expect(linePrice(of, 49, list)).toEqual({ price: 2136, priceFrom: 'Workshops' })
    expect(linePrice(of, 99, list)).toEqual({ price: 1800, priceFrom: 'Workshops, from 50' })
    expect(linePrice(of, 100, list)).toEqual({ price: 1691, priceFrom: 'Workshops, from 100' })
    const dear = { name: 'Dear', percentOff: 0, own: [{ from: 1, price: 2373 }] }
    expect(linePrice(of, 100, dear)).toEqual({ price: 1879, priceFrom: 'from 100' })
  })
})

describe('a ladder', () => {
  const ladder = [
    { from: 100, price: 18.79 },
    { from: 500, price: 17.5 },
  ]

  test('is written as text, and read again', () => {
    expect(writeLadder(ladder)).toBe('100:18.79; 500:17.50')
    expect(readLadder(' 100 : 18.79;500:17.5; ')).toEqual(ladder)
    expect(readLadder('')).toEqual([])
  })

  test.each(['100', '100:', ':5', '100:18,79', '100:18.799', '-1:5', '100:18.79 500:17', '1e2:5'])(
    'is not read from “%s”',
    (typed) => expect(readLadder(typed)).toBeUndefined(),
  )

  test.each([
    ['100:18.79; 500:17.50', undefined],
    ['1:18.79', 'A price break must start at 2 to 1,000,000 units'],
    ['100:18.79; 100:17', 'Each price break must start at more units than the one before'],
    ['100:18.79; 500:18.79', 'The price from 500 units must be below the one from 100'],
    ['100:23.73', 'The price from 100 units must be below the price of one'],
    ['2:0.24', '2 units must cost at least 0.50 dollars'],
    ['100:0', 'The price from 100 units must be an amount in dollars'],
  ])('%s of a price of 23.73: %s', (typed, problem) => {
    expect(ladderProblem(readLadder(typed) ?? [], 23.73)).toBe(problem)
  })

  test('has ten rungs at most', () => {
    const rungs = Array.from({ length: 11 }, (_, index) => ({ from: index + 2, price: 20 - index }))
    expect(ladderProblem(rungs)).toBe('At most 10 price breaks')
  })
})

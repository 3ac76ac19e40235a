import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linePrice } from '#contract/prices/unit-price.ts'
import { toPairs } from '#contract/prices/ladder.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const unitsMax = 10_000

const ladder = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 2, max: unitsMax }), { maxLength: 10 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: 10, maxLength: 10 }),
  )
  .map(([units, cents]) => {
    const falling = cents.toSorted((one, other) => other - one)
    return units
      .toSorted((one, other) => one - other)
      .map((from, index) => ({ from, price: falling[index]! }))
  })
const own = fc.array(
  fc.record({
    from: fc.integer({ min: 1, max: unitsMax }),
    price: fc.integer({ min: 1, max: 20_000 }),
  }),
  { maxLength: 10 },
)
const priceList = fc.record({
  name: fc.constant('Workshops'),
  percentOff: fc.integer({ min: 0, max: 9_000 }).map((points) => points / 100),
  own,
})

/** The prices of 1 to 10,000 units by the function of the database. */
async function inDatabase(price: number, breaks: number[], list?: [string, number, number[]]) {
  const { rows } = await shop.database.pool.query<{ cents: number; origin: string | null }>(
    `select line.* from generate_series(1, ${unitsMax}) as units
       cross join lateral line_price($1, nullif($2::integer[], '{}'), units, $3, $4, $5) as line
     order by units`,
    [price, breaks, list?.[0] ?? null, list?.[1] ?? null, list?.[2] ?? null],
  )
  return rows
}

const pairsOf = (rungs: readonly { from: number; price: number }[]) =>
  toPairs(rungs.map(({ from, price }) => ({ from, price: price / 100 })))

/** @shows row-165 */
test('browser and database find the same price and origin for 1 to 10,000 units', async () => {
  const price = fc.integer({ min: 5, max: 20_000 })
  await fc.assert(
    fc.asyncProperty(price, ladder, fc.option(priceList), async (cents, breaks, list) => {
      const given =
        list && ([list.name, Math.round(list.percentOff * 100), pairsOf(list.own)] as const)
      const rows = await inDatabase(cents, pairsOf(breaks), given ? [...given] : undefined)
      const expected = Array.from({ length: unitsMax }, (_, index) => {
        const line = linePrice({ price: cents, breaks }, index + 1, list ?? undefined)
        return { cents: line.price, origin: line.priceFrom ?? null }
      })
      expect(rows).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

/** @shows row-165 */
test.each([
  ['no rung', []],
  ['half a rung', [100]],
  ['a rung from one unit', [1, 1879]],
  ['quantities that fall', [500, 1879, 100, 1750]],
  ['prices that rise', [100, 1750, 500, 1879]],
  ['a price of nothing', [100, 0]],
  ['an unknown price', [100, null]],
  ['eleven rungs', Array.from({ length: 22 }, (_, i) => (i % 2 === 0 ? i + 2 : 100 - i))],
])('the database stores no ladder with %s', async (_, breaks) => {
  const { id } = await shop.stock({ price: 2373 })
  const stored = shop.database.pool.query('update products set breaks = $2 where id = $1', [
    id,
    breaks,
  ])
  await expect(stored).rejects.toThrow(/^breaks of product/)
})

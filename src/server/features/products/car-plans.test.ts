import { afterAll, beforeAll, expect, test } from 'vitest'
import { products, productSorts } from '#contract/products/products.ts'
import { largeSize as size, openLargeShop } from '../../testing/rows/large-shop.ts'
import { productId, rareWord } from '../../testing/rows/many-rows.ts'
import { seedFitments, vehicleOf } from '../../testing/rows/many-fitments.ts'
import { blocksRead, expectNoSequentialScan, rowsRead } from '../../testing/query-plans.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openLargeShop()
  await shop.database.withoutTimeouts(({ pool }) => seedFitments(pool, 10 * size))
})
afterAll(() => shop.close())

/** More than a thousand parts fit the first car, and some twenty the last. */
const cars = [1, 10, 1_000].map((model) => vehicleOf(model))

type Query = NonNullable<Parameters<typeof shop.call<typeof products.list>>[2]>['query']
const list = (query: Query) =>
  shop.call(undefined, products.list, { query: { limit: 24, ...query } })
const found = (query: Query) => shop.call(undefined, products.found, { query })

const filters: Query[] = [
  {},
  { kind: 'brakes' },
  { minPrice: 20, maxPrice: 30 },
  { inStock: 'true' },
  { engine: '2.0l-diesel' },
  { kind: 'brakes', maxPrice: 60, inStock: 'true', engine: 'other' },
  { fits: 'every-car' },
]
const queries = cars.flatMap((vehicle) => filters.map((filter) => ({ vehicle, ...filter })))

/** @shows row-83, row-144 */
test.each(queries)('no list for a car reads a large table sequentially: %j', async (query) => {
  const explained = new Set<string>()
  for (const sort of productSorts) {
    for (const page of [{ page: 2 }, { after: productId(size, size / 2) }]) {
      const act = () => list({ ...query, sort, ...page })
      await expectNoSequentialScan(shop, act, { explained })
    }
  }
  await expectNoSequentialScan(shop, () => found(query), { explained })
})

/** @shows row-144 */
test.each(productSorts)(
  'a list for a car by %s reads few blocks, however many parts fit',
  async (sort) => {
    const blocks = []
    for (const query of queries) blocks.push(await blocksRead(shop, () => list({ ...query, sort })))
    expect(Math.max(...blocks)).toBeLessThan(size / 4)
  },
)

const searched = [
  'brake',
  'salt heat',
  'left right',
  'brkae dics',
  'sparkplug',
  rareWord,
  'brake AP-00001',
  'a',
  'zzzz',
]

/** @shows row-83, row-144 */
test.each(cars)('a search for %s reads a limited part of a large table', async (vehicle) => {
  for (const q of searched) {
    for (const sort of [undefined, 'lowest-price'] as const) {
      const act = () => list({ vehicle, q, ...(sort && { sort }) })
      await expectNoSequentialScan(shop, act, { typed: q })
      expect(await rowsRead(shop, act), q).toBeLessThan(size * 0.6)
    }
  }
})

/** @shows row-144 */
test.each(['clips', 'salt heat'])(
  'a search of a word that all parts have finds all parts of a car: %s',
  async (q) => {
    const all = await list({ vehicle: vehicleOf(100), limit: 100 })
    const those = await list({ vehicle: vehicleOf(100), limit: 100, q, sort: 'oldest' })
    expect(all.body.length).toBeGreaterThan(20)
    expect(those.body).toEqual(all.body)
  },
)

/** @shows row-144 */
test('a list for a car with its engine reads no more than one without', async () => {
  for (const vehicle of cars) {
    const plain = await blocksRead(shop, () => list({ vehicle, sort: 'name' }))
    const act = () => list({ vehicle, sort: 'name', engine: '2.0l-diesel' })
    expect(await blocksRead(shop, act), vehicle).toBeLessThan(plain * 1.5)
  }
})

/** @shows row-144 */
test.each(['clips', 'salt heat', 'brake'])(
  'a search for a car of few parts reads few rows of a frequent word: %s',
  async (q) => {
    for (const model of [100, 1_000]) {
      expect(await rowsRead(shop, () => list({ vehicle: vehicleOf(model), q })), q).toBeLessThan(
        500,
      )
    }
  },
)

/** @shows row-144 */
test('a search of a rare word finds the only part of a car that has it', async () => {
  const { body } = await shop.call(undefined, products.list, { query: { q: rareWord } })
  const [first] = body
  const { rows } = await shop.database.pool.query<{ vehicle: string }>(
    `select vehicle_makes.slug || '/' || vehicle_models.slug || '/' || year_from as vehicle from fitments
     join vehicle_models on vehicle_models.id = model_id join vehicle_makes on vehicle_makes.id = make_id
     where product_id = $1`,
    [first?._id],
  )
  for (const { vehicle } of rows) {
    const those = await list({ vehicle, q: rareWord })
    expect(those.body.map(({ _id }) => _id)).toEqual([first?._id])
  }
})

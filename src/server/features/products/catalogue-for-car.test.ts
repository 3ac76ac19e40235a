import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { products, productSorts } from '#contract/products/products.ts'
import type { FitFilter, ProductSort } from '#contract/products/products.ts'
import { engineKeyOf, fuels } from '#contract/vehicles/engines.ts'
import type { Engine } from '#contract/vehicles/engines.ts'
import { verdictOf } from '#contract/fitments/fit.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
const golf = 'volkswagen/golf/2014'

interface Fits extends Partial<Engine> {
  from: number
  to: number
  note?: string
}

const shelf: [
  name: string,
  price: number,
  kind: string,
  quantity: number,
  fits: Fits[] | 'every-car',
][] = [
  ['Brake disc', 40, 'brakes', 100, [{ from: 2010, to: 2016 }]],
  ['Brake pad', 30, 'brakes', 0, [{ from: 2014, to: 2014, note: 'From chassis no. 1K-8' }]],
  ['Diesel pump', 90, 'engine', 100, [{ from: 2010, to: 2020, litres: 2, fuel: 'diesel' }]],
  [
    'Old disc',
    20,
    'brakes',
    100,
    [
      { from: 1995, to: 2013 },
      { from: 2015, to: 2020 },
    ],
  ],
  ['Key ring', 5, 'accessories', 100, 'every-car'],
  ['Riddle', 6, 'body', 100, []],
  [
    'Air filter',
    50,
    'engine',
    100,
    [
      { from: 2000, to: 2020, litres: 2 },
      { from: 2014, to: 2015 },
    ],
  ],
]

beforeAll(async () => {
  shop = await openShop()
  await addModel(shop, { years: '{[1960,2021]}' })
  await addModel(shop, { model: 'Polo' })
  for (const [name, price, kind, quantity, fits] of shelf) {
    const { id } = await shop.stock({ name, price: price * 100, kind, quantity })
    await setFits(id, fits)
  }
})
afterAll(() => shop.close())

async function setFits(id: string, fits: readonly Fits[] | 'every-car') {
  const { pool, db } = shop.database
  await pool.query('delete from fitments where product_id = $1', [id])
  await pool.query('update products set is_universal = $2 where id = $1', [
    id,
    fits === 'every-car',
  ])
  for (const { from, to, note, litres, cylinders, fuel } of fits === 'every-car' ? [] : fits) {
    await sql`
      insert into fitments (product_id, model_id, year_from, year_to, decilitres, cylinders, fuel, note)
      select ${id}, id, ${from}, ${to}, ${litres ? litres * 10 : null}, ${cylinders}, ${fuel}, ${note}
      from vehicle_models where slug = 'golf'`.execute(db)
  }
}

type Query = {
  vehicle?: string
  engine?: string
  fits?: FitFilter
  sort?: ProductSort
  kind?: 'brakes' | 'engine'
  maxPrice?: number
  inStock?: 'true'
  page?: number
  limit?: number
  after?: string
  q?: string
}
const list = (query: Query) => shop.call(undefined, products.list, { query })
const found = (query: Query) => shop.call(undefined, products.found, { query })
const namesOf = async (query: Query) => (await list(query)).body.map(({ name }) => name)
const fitOf = async (query: Query) =>
  (await list({ vehicle: golf, ...query })).body.map(({ name, fit }) => [name, fit?.verdict])
const kindsOf = async (query: Query) => (await found(query)).body.kinds

/** @shows row-143 */
test.each([
  [{}, ['Brake disc', 'Brake pad', 'Diesel pump', 'Air filter']],
  [{ sort: 'lowest-price' }, ['Brake pad', 'Brake disc', 'Air filter', 'Diesel pump']],
  [{ sort: 'name' }, ['Air filter', 'Brake disc', 'Brake pad', 'Diesel pump']],
  [{ kind: 'brakes' }, ['Brake disc', 'Brake pad']],
  [{ kind: 'brakes', inStock: 'true' }, ['Brake disc']],
  [{ maxPrice: 40 }, ['Brake disc', 'Brake pad']],
  [{ q: 'brake' }, ['Brake pad', 'Brake disc'].toReversed()],
  [{ q: 'disc', sort: 'lowest-price' }, ['Brake disc']],
  [{ q: 'brake', kind: 'engine' }, []],
  [{ engine: '2.0l-petrol' }, ['Brake disc', 'Brake pad', 'Air filter']],
  [{ engine: '2.0l-4cyl-diesel' }, ['Brake disc', 'Brake pad', 'Diesel pump', 'Air filter']],
  [{ engine: 'other' }, ['Brake disc', 'Brake pad', 'Air filter']],
  [{ vehicle: 'volkswagen/golf/1990' }, []],
  [{ vehicle: 'volkswagen/polo/2014' }, []],
  [{ fits: 'every-car' }, ['Key ring']],
  [{ fits: 'unknown' }, ['Riddle']],
  [{ fits: 'every-car', q: 'key' }, ['Key ring']],
  [{ fits: 'unknown', q: 'riddle' }, ['Riddle']],
  [{ fits: 'unknown', q: 'key' }, []],
] as [Query, string[]][])(
  'a list for a car shows what fits it or may fit it: %j',
  async (query, names) => {
    const asked = { vehicle: golf, ...query }
    expect(await namesOf(asked)).toEqual(names)
    expect((await found(asked)).body).toMatchObject({ count: names.length, isCapped: false })
  },
)

/** @shows row-143 */
test.each(productSorts)(
  'a list for a car by %s continues after a cursor and by page number',
  async (sort) => {
    const all = await namesOf({ vehicle: golf, sort })
    const first = await list({ vehicle: golf, sort, limit: 3 })
    const after = String(first.body.at(-1)?._id)
    const rest = await namesOf({ vehicle: golf, sort, limit: 3, after })
    expect([...first.body.map(({ name }) => name), ...rest]).toEqual(all)
    expect(first.headers['link']).toContain(`vehicle=${encodeURIComponent(golf)}`)
    expect(await namesOf({ vehicle: golf, sort, limit: 3, page: 2 })).toEqual(rest)
  },
)

test('each product of a list for a car has its verdict', async () => {
  expect(await fitOf({})).toEqual([
    ['Brake disc', 'fits'],
    ['Brake pad', 'check'],
    ['Diesel pump', 'check'],
    ['Air filter', 'fits'],
  ])
  expect(await fitOf({ engine: '2.0l-diesel', kind: 'engine' })).toEqual([
    ['Diesel pump', 'fits'],
    ['Air filter', 'fits'],
  ])
  expect(await fitOf({ fits: 'every-car' })).toEqual([['Key ring', 'universal']])
  expect(await fitOf({ fits: 'unknown' })).toEqual([['Riddle', 'unknown']])
})

test('the kinds of a car are those of the parts that fit it', async () => {
  expect(await kindsOf({ vehicle: golf })).toEqual(['brakes', 'engine'])
  expect(await kindsOf({ vehicle: golf, kind: 'brakes', q: 'disc' })).toEqual(['brakes', 'engine'])
  expect(await kindsOf({ vehicle: 'volkswagen/golf/2005' })).toEqual(['brakes', 'engine'])
  expect(await kindsOf({ vehicle: 'volkswagen/golf/2005', engine: '1.0l' })).toEqual(['brakes'])
})

test('an unknown car is not found, and a malformed one is refused', async () => {
  for (const call of [list, found]) {
    for (const vehicle of ['volkswagen/beetle/2014', 'volkswagen/golf/1959']) {
      const unknown = await call({ vehicle })
      expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    const wrong = await call({ vehicle: 'golf' })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'vehicle' }] } })
  }
})

test('a product that left the shop fits no car', async () => {
  const { id } = await shop.stock({ name: 'Left the shop', kind: 'wheels' })
  await setFits(id, [{ from: 1970, to: 1971 }])
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [id])
  shop.shop.publicReads.changed()
  expect(await namesOf({ vehicle: 'volkswagen/golf/1970' })).toEqual([])
  const { body } = await found({ vehicle: 'volkswagen/golf/1970' })
  expect(body).toMatchObject({ count: 0, isCapped: false, kinds: [] })
})

/** @shows row-143 */
test('without a car the statements and answers do not change by engine or fits', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const plain = [await list({}), await found({}), await list({ q: 'brake' })]
  const ignored = { engine: 'other', fits: 'every-car' } as const
  const others = [await list(ignored), await found(ignored), await list({ q: 'brake', ...ignored })]
  expect(JSON.stringify(query.mock.calls)).not.toMatch(/fitments|vehicle_models|is_universal/)
  query.mockRestore()
  expect(others.map(({ body }) => body)).toEqual(plain.map(({ body }) => body))
  expect(JSON.stringify(plain)).not.toContain('"fit"')
})

const engines = fc.record({
  litres: fc.constantFrom(null, 1, 2),
  cylinders: fc.constantFrom(null, 4),
  fuel: fc.constantFrom(null, ...fuels.slice(0, 2)),
})
const fitments = fc.uniqueArray(
  fc.record({
    engine: engines,
    from: fc.integer({ min: 2012, max: 2016 }),
    note: fc.constantFrom(undefined, 'Check'),
  }),
  { maxLength: 3, selector: (row) => JSON.stringify(row) },
)
const chosen = fc.option(fc.oneof(engines, fc.constant('other' as const)), { nil: null })

/** @shows row-143 */
test('a list for a car has exactly the products whose verdict is fits or check', async () => {
  const { id } = await shop.stock({ name: 'Drawn part', kind: 'cooling' })
  await fc.assert(
    fc.asyncProperty(fitments, chosen, async (rows, engine) => {
      await setFits(
        id,
        rows.map(({ engine: { litres, cylinders, fuel }, from, note }) => ({
          from,
          to: from + 1,
          litres,
          cylinders,
          fuel,
          ...(note && { note }),
        })),
      )
      const covering = rows.filter(({ from }) => from <= 2014 && from + 1 >= 2014)
      const expected = verdictOf(
        {
          isUniversal: false,
          hasFitments: true,
          rows: covering.map(({ engine: of, note = null }) => ({
            ...of,
            note,
            position: null,
            perCar: null,
          })),
        },
        engine,
      )
      const key = engine === null ? '' : engine === 'other' ? engine : engineKeyOf(engine)
      shop.shop.publicReads.changed()
      const { body } = await list({ vehicle: golf, ...(key && { engine: key }), q: 'drawn' })
      const verdicts = body.map(({ fit }) => fit)
      expect(verdicts).toEqual(expected.verdict === 'does-not-fit' ? [] : [expected])
    }),
    { numRuns: 40 },
  )
})

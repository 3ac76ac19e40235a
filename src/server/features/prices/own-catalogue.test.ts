import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prices } from '#contract/products/account-prices.ts'
import { lowestReducedTo, pricesOnList } from '#contract/prices/unit-price.ts'
import { products, productSorts } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/products.ts'
import { addModel } from '../../testing/rows/vehicle-rows.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'

const car = 'volkswagen/golf/2014'
const words = 'Seal ring'

let shop: TestShop
let member: TestUser
let other: TestUser
let plain: TestUser

/** Ids with what one unit costs the account on a list of 12.5 %, as `GET /prices` answers it. */
const shown = new Map<string, number>()
const kindOf = new Map<string, string>()
let dearPart: string
let cheapest: string

beforeAll(async () => {
  shop = await openShop()
  const { pool } = shop.database
  const { addList, putOn, setOwn } = priceSteps(shop)
  await addModel(shop, { years: '{[1960,2021]}' })
  member = await shop.signIn()
  other = await shop.signIn()
  plain = await shop.signIn()
  // Few prices for many parts, and such as a percentage makes equal: 2.40 and 2.41 less 12.5 % are 2.10 and 2.11, 2 and 3 cents are 2 and 3.
  const { rows } = await pool.query<{ id: string; kind: string }>(
    `insert into products (name, email, price_cents, quantity, description, img, kind)
     select $1 || ' ' || n, 'admin@shop.example', (array[14500, 14760, 11520, 240, 241, 1000, 1001])[1 + n % 7], 100,
       'A part', '/parts/a.svg', (array['brakes', 'body'])[1 + n % 2]
     from generate_series(1, 70) n returning id, kind`,
    [words],
  )
  await pool.query(
    `insert into fitments (product_id, model_id, kind, year_from, year_to, position, per_car, note)
     select products.id, vehicle_models.id, products.kind, 2010, 2016, null, null, null
     from products, vehicle_models where products.name like $1 || '%'`,
    [words],
  )
  const list = await addList({ percentOff: 12.5 })
  const [first, ...rest] = rows
  dearPart = first!.id
  await setOwn(list, { id: dearPart }, [{ from: 1, price: 2.5 }])
  // Below, at and above the public price less the percentage, and for larger quantities alone.
  for (const [n, { id }] of rest.entries()) {
    if (n % 4 === 0)
      await setOwn(list, { id }, [{ from: 1, price: [9, 8.75, 126.88, 0.05][n % 3]! }])
    if (n % 4 === 1) await setOwn(list, { id }, [{ from: 20, price: 0.03 }])
  }
  const dearer = await addList({ percentOff: 0 })
  await setOwn(dearer, { id: rows[5]!.id }, [{ from: 1, price: 0.01 }])
  cheapest = rows[5]!.id
  await putOn(list, member)
  await putOn(dearer, other)
  for (const { id, kind } of rows) kindOf.set(id, kind)
  for (const chunk of [rows.slice(0, 40), rows.slice(40)]) {
    const ids = chunk.map(({ id }) => id)
    const { body } = await shop.call(member, prices.own, { query: { products: ids.join() } })
    for (const [at, id] of ids.entries()) shown.set(id, body[at]!.price)
  }
}, 60_000)
afterAll(() => shop.close())

interface Asked {
  q?: string
  kind?: 'brakes' | 'body'
  vehicle?: string
  minPrice?: number
  maxPrice?: number
  inStock?: 'true'
}

const own = async (
  query: Asked & { sort?: ProductSort; page?: number; limit?: number },
  who = member,
) => (await shop.call(who, prices.products, { query })).body.map(({ _id }) => _id)

async function allPages(query: Asked & { sort?: ProductSort }) {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const rows = await own({ ...query, page, limit: 9 })
    ids.push(...rows)
    if (rows.length < 9) return ids
  }
}

const isShown = ({ kind, minPrice = 0, maxPrice = Infinity }: Asked) =>
  [...shown].filter(
    ([id, price]) =>
      price >= minPrice && price <= maxPrice && (kind === undefined || kindOf.get(id) === kind),
  )

const ranges: Asked[] = [
  {},
  { minPrice: 100 },
  { maxPrice: 10 },
  { minPrice: 2.1, maxPrice: 2.5 },
  { minPrice: 8.75, maxPrice: 126.88, inStock: 'true' },
  { minPrice: 200 },
]
const others: Asked[] = [
  {},
  { kind: 'body' },
  { q: words },
  { q: words, kind: 'brakes' },
  { vehicle: car },
]
const queries = ranges.flatMap((range) => others.map((rest) => ({ ...range, ...rest })))

/** @shows row-215 */
test.each(queries)(
  'an account on a list gets every part once, in the order of its own prices: %j',
  async (query) => {
    const expected = isShown(query)
    for (const sort of productSorts) {
      const ids = await allPages({ ...query, sort })
      expect(ids.toSorted()).toEqual(expected.map(([id]) => id).toSorted())
      if (sort !== 'lowest-price' && sort !== 'highest-price') continue
      const costs = ids.map((id) => shown.get(id)!)
      const ascending = costs.toSorted((one, next) => one - next)
      expect(costs).toEqual(sort === 'lowest-price' ? ascending : ascending.toReversed())
    }
    const { body } = await shop.call(member, prices.found, { query })
    expect(body).toMatchObject({ count: expected.length, isCapped: false })
    const ranked = await allPages(query)
    expect(ranked.toSorted()).toEqual(expected.map(([id]) => id).toSorted())
  },
)

/** @shows row-215 */
test('a part of $145 for $2.50 is among those of $2.50, absent from $100 up and present below $10', async () => {
  const byPrice = await own({ sort: 'lowest-price', limit: 70 })
  const costs = byPrice.map((id) => shown.get(id)!)
  expect(shown.get(dearPart)).toBe(2.5)
  expect(costs[byPrice.indexOf(dearPart) + 1]).toBeGreaterThan(2.49)
  expect(costs[byPrice.indexOf(dearPart) - 1]).toBeLessThan(2.51)
  expect(await own({ minPrice: 100, limit: 70 })).not.toContain(dearPart)
  expect(await own({ maxPrice: 10, limit: 70 })).toContain(dearPart)
  expect(await own({ minPrice: 2.5, maxPrice: 2.5 })).toEqual([dearPart])
})

/** @shows row-215 */
test('visitors, accounts without a list and accounts on another one keep their order and their bounds', async () => {
  for (const query of [
    { sort: 'lowest-price' },
    { maxPrice: 10 },
    { minPrice: 100, q: words },
  ] as const) {
    const open = await shop.app.inject({
      url: '/api/products',
      query: { limit: '70', ...query } as never,
    })
    const asMember = await shop.app.inject({
      url: '/api/products',
      query: { limit: '70', ...query } as never,
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(asMember.body).toBe(open.body)
    const ids = open.json<{ _id: string }[]>().map(({ _id }) => _id)
    expect(await own({ ...query, limit: 70 }, plain)).toEqual(ids)
  }
  const [first, second] = await own({ sort: 'lowest-price', limit: 2 }, other)
  expect(first).toBe(cheapest)
  const { body } = await shop.call(undefined, products.list, {
    query: { sort: 'lowest-price', limit: 1 },
  })
  expect(second).toBe(body[0]!._id)
  expect(await own({ maxPrice: 0.02 })).toEqual([])
})

/** @shows row-215 */
test('nothing keeps an answer with the order of one account', async () => {
  for (const { path } of [prices.products, prices.found, prices.list]) {
    const answer = await shop.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['etag']).toBeUndefined()
    expect((await shop.app.inject(`/api${path}`)).statusCode).toBe(401)
  }
})

/** @shows row-215 */
test('an account learns whether it is on a list', async () => {
  expect((await shop.call(plain, prices.list, {})).body).toEqual({ name: null })
  expect((await shop.call(member, prices.list, {})).body.name).toMatch(/^List /)
})

/** @shows row-215 */
test('very many matches of a search come in the order of own prices, every one of a page once', async () => {
  const many = await openShop()
  const buyer = await many.signIn()
  const { addList, putOn } = priceSteps(many)
  const list = await addList({ percentOff: 10 })
  await putOn(list, buyer)
  await many.database.pool.query(
    `insert into products (name, email, price_cents, quantity, description, img)
     select $1 || ' ' || n, 'admin@shop.example', 1000 + n % 50, 10, 'A part', '/parts/x.svg'
     from generate_series(1, 3000) n`,
    [words],
  )
  await many.database.pool.query(
    `insert into list_prices select $1, id, 1, 2 + (price_cents % 3)
     from products where right(id::text, 1) in ('1', '2')`,
    [list.id],
  )
  const ids: string[] = []
  for (const page of [1, 2, 3, 4, 5]) {
    const { body } = await many.call(buyer, prices.products, {
      query: { q: words, sort: 'lowest-price', page, limit: 20 },
    })
    ids.push(...body.map(({ _id }) => _id))
  }
  expect(new Set(ids).size).toBe(100)
  const costs: number[] = []
  for (const chunk of [ids.slice(0, 48), ids.slice(48, 96), ids.slice(96)]) {
    const { body } = await many.call(buyer, prices.own, { query: { products: chunk.join() } })
    costs.push(...body.map((each) => each!.price))
  }
  expect(costs).toEqual(costs.toSorted((one, next) => one - next))
  expect(costs[0]).toBe(0.02)
  await many.close()
})

/** @shows row-215 */
test('a bound of reduced prices is exactly one of public prices', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 0, max: 9_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      (price, points, bound) => {
        const reduced = pricesOnList({ price }, { percentOff: points / 100, own: [] }).price
        expect(price >= lowestReducedTo(bound, points)).toBe(reduced >= bound)
      },
    ),
  )
})

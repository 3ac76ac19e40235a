import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import type { ProductSort } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  for (const [name, price, quantity, description, kind, partNumber] of shelf) {
    const body = { name, price, quantity, description, kind, partNumber, img: '/parts/a.svg' }
    expect((await shop.call(admin, products.add, { body })).status).toBe(200)
  }
})
afterAll(() => shop.close())

const shelf = [
  ['Headlight', 132, 58, 'For the right-hand side, with bulbs', 'lighting', '8T0-941-004-AL'],
  ['Fog lamp', 33, 9, 'Round, with an amber lens', 'lighting', '8T0 941 700'],
  ['Door rubber', 12, 480, 'Keeps out water and noise', 'body', 'BD.1040/F'],
  ['Rubber mat', 12, 0, 'For the boot of a car with five doors', 'accessories', ''],
  ['Bonnet', 164, 31, 'Fits where 8T0-941-004-AL or N550041823 is fitted', 'body', undefined],
] as const

type Query = NonNullable<Parameters<typeof list>[0]>
const list = async (query: {
  q?: string
  kind?: 'lighting' | 'body' | 'brakes'
  minPrice?: number | string
  maxPrice?: number
  inStock?: 'true'
  sort?: ProductSort
  page?: number
  limit?: number
  after?: string
}) => shop.call(undefined, products.list, { query })

const namesOf = async (query: Query) => (await list(query)).body.map(({ name }) => name)

/** @shows row-83 */
test.each([
  ['8T0-941-004-AL', ['Headlight', 'Bonnet']],
  ['8T0941004AL', ['Headlight']],
  ['8t0 941 004', ['Headlight', 'Bonnet']],
  ['8t0.941.004/al', ['Headlight', 'Bonnet']],
  ['8t 0941', ['Headlight', 'Fog lamp']],
  ['0941', ['Headlight', 'Fog lamp']],
  ['bd1040', ['Door rubber']],
  ['9T0941004AL', ['Headlight']],
  ['9T0942004AL', []],
  ['n550041823', ['Bonnet']],
  ['m550041823', []],
])('a part is found by its number, written as %s', async (q, names) => {
  expect(await namesOf({ q })).toEqual(names)
})

/** @shows row-83 */
test.each([
  ['rubber door', ['Door rubber', 'Rubber mat']],
  ['DOOR   water', ['Door rubber']],
  ['lamp amber 941', ['Fog lamp']],
  ['door headlight', []],
  ['- / .', []],
  ['%', []],
])('a search needs every word, in any order and field: %s', async (q, names) => {
  expect(await namesOf({ q })).toEqual(names)
})

/** @shows row-83 */
test.each([
  [{ kind: 'lighting' }, ['Headlight', 'Fog lamp']],
  [{ kind: 'brakes' }, []],
  [{ minPrice: '12.01', maxPrice: 132 }, ['Headlight', 'Fog lamp']],
  [{ maxPrice: 12 }, ['Door rubber', 'Rubber mat']],
  [{ minPrice: 200, maxPrice: 100 }, []],
  [{ inStock: 'true' }, ['Headlight', 'Door rubber', 'Bonnet']],
  [{ q: 'rubber', kind: 'body', inStock: 'true', maxPrice: 20 }, ['Door rubber']],
] as [Query, string[]][])('a filter shows what fits all of it: %j', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
  const { body } = await shop.call(undefined, products.found, { query })
  expect(body).toMatchObject({ count: names.length, isCapped: false })
})

const order: Record<ProductSort, string[]> = {
  oldest: ['Headlight', 'Fog lamp', 'Door rubber', 'Rubber mat', 'Bonnet'],
  newest: ['Bonnet', 'Rubber mat', 'Door rubber', 'Fog lamp', 'Headlight'],
  'lowest-price': ['Door rubber', 'Rubber mat', 'Fog lamp', 'Headlight', 'Bonnet'],
  'highest-price': ['Bonnet', 'Headlight', 'Fog lamp', 'Rubber mat', 'Door rubber'],
  name: ['Bonnet', 'Door rubber', 'Fog lamp', 'Headlight', 'Rubber mat'],
}
const sorts = Object.entries(order) as [ProductSort, string[]][]

/** @shows row-83 */
test.each(sorts)(
  'by %s: numbered pages and cursor pages show every part once',
  async (sort, names) => {
    const numbered = []
    for (const page of [1, 2, 3, 4]) numbered.push(...(await namesOf({ sort, page, limit: 2 })))
    expect(numbered).toEqual(names)

    const keyed = []
    let next: string | undefined = `/api/products?sort=${sort}&limit=2`
    while (next) {
      const answer: LightMyRequestResponse = await shop.app.inject(next)
      keyed.push(...answer.json<{ name: string }[]>().map(({ name }) => name))
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link']))?.[1]
    }
    expect(keyed).toEqual(names)
  },
)

test('only categories with products are offered', async () => {
  const { body } = await shop.call(undefined, products.found, { query: { q: 'bonnet' } })
  expect(body).toEqual({ count: 1, isCapped: false, kinds: ['body', 'lighting', 'accessories'] })
})

/** @shows row-83 */
test('counts are capped, lower for a search', async () => {
  const many = await openShop()
  await many.database.pool.query(
    `insert into products (name, email, price_cents, quantity, description, img)
     select 'Part ' || n, 'admin@shop.example', 100, 10, 'A part for tests', '/parts/x.svg'
     from generate_series(1, 1001) n`,
  )
  const found = async (query: { q?: string }) =>
    (await many.call(undefined, products.found, { query })).body
  expect(await found({})).toMatchObject({ count: 1001, isCapped: false })
  expect(await found({ q: 'part' })).toMatchObject({ count: 1000, isCapped: true })
  expect(await found({ q: 'part 1001' })).toMatchObject({ count: 1, isCapped: false })
  await many.close()
})

test.each([
  ['kind=gadgets', 'kind'],
  ['minPrice=-1', 'minPrice'],
  ['maxPrice=1.005', 'maxPrice'],
  ['inStock=no', 'inStock'],
  ['page=501', 'page'],
])('%s is refused with an error at its field', async (query, field) => {
  for (const path of ['/api/products', '/api/products/found']) {
    if (field === 'page' && path.endsWith('found')) continue
    const answer = await shop.app.inject(`${path}?${query}`)
    expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, field])
  }
})

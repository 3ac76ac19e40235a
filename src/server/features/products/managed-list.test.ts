import { afterAll, beforeAll, expect, test } from 'vitest'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser

const kind = `Radiator ${crypto.randomUUID()}`
const list = async (query: object) =>
  (await shop.call(anna, manageProducts.list, { query: { q: kind, ...query } })).body.map(
    ({ name }) => name.slice(kind.length + 1),
  )

const counts = async (q?: string) =>
  (await shop.call(anna, manageProducts.counts, { query: q ? { q } : {} })).body

beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  for (const [letter, price, quantity] of [
    ['b', 300, 50],
    ['C', 100, 9],
    ['a', 200, 70],
    ['gone', 400, 20],
  ] as const) {
    const { id } = await shop.stock({ name: `${kind} ${letter}`, price, quantity })
    if (letter === 'gone') await shop.call(anna, products.remove, { params: { id } })
  }
})
afterAll(() => shop.close())

/** @shows row-84 */
test.each([
  [{}, ['a', 'C', 'b']],
  [{ direction: 'asc' }, ['b', 'C', 'a']],
  [{ sort: 'name', direction: 'asc' }, ['a', 'b', 'C']],
  [{ sort: 'price', direction: 'desc' }, ['b', 'a', 'C']],
  [{ sort: 'stock', direction: 'asc' }, ['C', 'b', 'a']],
  [{ tab: 'short' }, ['C']],
  [{ tab: 'archived' }, ['gone']],
  [{ limit: 2 }, ['a', 'C']],
  [{ limit: 2, page: 2 }, ['b']],
])('the list with %j shows %j', async (query, names) => {
  expect(await list(query)).toEqual(names)
})

test('the list has counts of all products and of a search', async () => {
  const found = await counts(kind)
  expect(found).toEqual({ counts: { live: 3, short: 1, archived: 1 }, isCapped: false })
  const { rows } = await shop.database.pool.query(
    'select count(*) from products where archived_at is null',
  )
  expect((await counts()).counts.live).toBe(rows[0].count)
})

test('the list finds a product by its id', async () => {
  const { id, name } = await shop.stock()
  const { body } = await shop.call(anna, manageProducts.list, { query: { q: id } })
  expect(body.map((product) => product.name)).toEqual([name])
})

test.each(['%', '& %', '??'])('signs alone find no product: %s', async (q) => {
  const { body } = await shop.call(anna, manageProducts.list, { query: { q } })
  expect(body).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { prices } from '#contract/products/account-prices.ts'
import { products } from '#contract/products/products.ts'
import type { Rung } from '#contract/prices/unit-price.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
})
afterAll(() => shop.close())

const ladder = [
  { from: 100, price: 18.79 },
  { from: 500, price: 17.5 },
]

const shown = async (id: string) =>
  (await shop.call(undefined, products.one, { params: { id } })).body

/** The body of a form that shows the product as it is. */
async function change(id: string, changes: { price?: number; breaks?: Rung[] | string }) {
  const { name, price, description, img, breaks } = await shown(id)
  const seen = { name, price, description, img, ...(breaks && { breaks }) }
  return shop.call(anna, manageProducts.change, {
    params: { id },
    body: { ...seen, ...changes, seen },
  })
}

describe('the ladder of a product', () => {
  /** @shows row-165 */
  test('is set as rungs or as text, shown to everybody, and removed by an empty list', async () => {
    const { id, name } = await shop.stock({ price: 2373 })
    expect(await shown(id)).not.toHaveProperty('breaks')
    expect((await change(id, { breaks: ladder })).status).toBe(200)
    expect(await shown(id)).toMatchObject({ price: 23.73, breaks: ladder })
    const listed = await shop.call(undefined, products.list, { query: { q: name } })
    expect(listed.body).toEqual([expect.objectContaining({ breaks: ladder })])
    expect((await change(id, { breaks: '50:20' })).body).toEqual({ modifiedCount: 1 })
    expect((await shown(id)).breaks).toEqual([{ from: 50, price: 20 }])
    expect((await change(id, { breaks: [] })).status).toBe(200)
    expect(await shown(id)).not.toHaveProperty('breaks')
    const log = (await shop.call(anna, audit.list, { query: { q: id } })).body
    expect(log.flatMap(({ changes }) => changes)).toEqual([
      { field: 'breaks', before: '$20.00 from 50', after: null },
      { field: 'breaks', before: '$18.79 from 100, $17.50 from 500', after: '$20.00 from 50' },
      { field: 'breaks', before: null, after: '$18.79 from 100, $17.50 from 500' },
    ])
  })

  /** @shows row-165 */
  test('is below the price of one unit, whichever of them is changed', async () => {
    const { id } = await shop.stock({ price: 2373 })
    const belowPrice = {
      field: 'breaks',
      message: 'The price from 100 units must be below the price of one',
    }
    const dear = await change(id, { breaks: [{ from: 100, price: 23.73 }] })
    expect([dear.status, dear.body.errors]).toEqual([422, [belowPrice]])
    await change(id, { breaks: ladder })
    const cheap = await change(id, { price: 18.79 })
    expect([cheap.status, cheap.body.errors]).toEqual([422, [belowPrice]])
    expect(await shown(id)).toMatchObject({ price: 23.73, breaks: ladder })
  })

  /** @shows row-165 */
  test('is refused with the name of the field if it is none', async () => {
    const { id } = await shop.stock({ price: 2373 })
    for (const breaks of ['100', [{ from: 1, price: 5 }], [...ladder].toReversed()]) {
      const { status, body } = await change(id, { breaks })
      expect([status, body.errors?.[0]?.field]).toEqual([422, 'breaks'])
    }
    const { price, description, img } = await shown(id)
    const body = { name: 'Starter', price, quantity: 9, description, img, breaks: '100:30' }
    const added = await shop.call(anna, products.add, { body })
    expect([added.status, added.body.errors?.[0]?.field]).toEqual([422, 'breaks'])
  })

  test('is kept in the history of prices, with the price of its time', async () => {
    const { id } = await shop.stock({ price: 2373 })
    await change(id, { breaks: ladder })
    await change(id, { price: 30 })
    const { rows } = await shop.database.pool.query(
      'select price_cents, breaks from product_prices where product_id = $1 order by id',
      [id],
    )
    const breaks = [100, 1879, 500, 1750]
    expect(rows).toEqual([
      { price_cents: 2373, breaks: null },
      { price_cents: 2373, breaks },
      { price_cents: 3000, breaks },
    ])
  })
})

/** @shows row-165 */
test('an account asks for the prices of products: in their order, null for one that is not sold', async () => {
  const mia = await shop.signIn()
  const [plain, cheap, gone] = await Promise.all([
    shop.stock({ price: 400 }),
    shop.stock({ price: 2373 }),
    shop.stock(),
  ])
  await change(cheap.id, { breaks: ladder })
  await shop.database.pool.query('update products set archived_at = now() where id = $1', [gone.id])
  const ids = [cheap.id.toUpperCase(), gone.id, plain.id, cheap.id]
  const answer = await shop.call(mia, prices.own, { query: { products: ids.join(',') } })
  const own = { price: 23.73, breaks: ladder, from: 'list' }
  expect(answer.body).toEqual([own, null, { price: 4, breaks: [], from: 'list' }, own])
  expect(answer.headers['cache-control']).toContain('no-store')
})

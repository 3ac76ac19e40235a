import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const orderOf = (part: { id: string; name: string; price: number }, quantity: number) => ({
  product: part.id,
  name: part.name,
  quantity,
  price: Math.round(part.price * 100 * quantity) / 100,
})

const unitsLeft = async (id: string) =>
  (await shop.call(undefined, products.one, { params: { id } })).body.quantity

test('the same request under one key is one order; another body under it is refused', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 30 })
  const place = (quantity: number) =>
    shop.call(mia, orders.place, { body: orderOf(part, quantity) }, { idempotencyKey: 'click-1' })
  const both = await Promise.all([place(10), place(10)])
  expect(new Set(both.map(({ body }) => body.insertedId)).size).toBe(1)
  const again = await place(10)
  expect(again.body.insertedId).toBe(both[0].body.insertedId)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await unitsLeft(part.id)).toBe(20)
  const other = await place(20)
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
})

test('a repetition gets the first answer even if the product is gone by then', async () => {
  const [mia, admin] = await Promise.all([shop.signIn(), shop.signIn({ isAdmin: true })])
  const part = await shop.stock()
  const { product: _, ...body } = orderOf(part, 10)
  const place = () => shop.call(mia, orders.place, { body }, { idempotencyKey: part.id })
  const first = await place()
  await shop.call(admin, products.remove, { params: { id: part.id } })
  expect((await place()).body).toEqual(first.body)
})

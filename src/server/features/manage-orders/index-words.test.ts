import { afterAll, beforeAll, expect, test } from 'vitest'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { indexWords } from './index-words.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** @shows row-73 */
test('a new order is found by its words before and after a job has moved them into the index', async () => {
  const [anna, mia] = [await shop.signIn({ name: 'Anna', isAdmin: true }), await shop.signIn()]
  await indexWords(shop.database.pool)
  const { id, part } = await paymentSteps(shop).order(mia)
  const found = async () => {
    const { body } = await shop.call(anna, manageOrders.all, { query: { q: part.name } })
    return body.map(({ _id }) => _id)
  }
  expect(await found()).toEqual([id])
  expect(await indexWords(shop.database.pool)).toBeGreaterThan(0)
  expect(await indexWords(shop.database.pool)).toBe(0)
  expect(await found()).toEqual([id])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { expireReservations } from './jobs.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** @shows row-66 */
test('holds that run out together do not wait for the provider one after the other', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const ordered = []
  for (let count = 0; count < 7; count += 1) ordered.push(await steps.order(mia))
  for (const order of ordered) {
    await steps.openIntent(mia, order)
    await steps.expire(order.id)
  }
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const cards: typeof shop.shop.cards = {
    ...shop.shop.cards,
    async cancel(id) {
      asked += 1
      await answered
      return shop.shop.cards.cancel(id)
    },
  }
  const lapsed = expireReservations({ ...shop.shop, cards })
  await expect.poll(() => asked).toBe(5)
  answer()
  await lapsed
  expect(asked).toBe(7)
  const left = await Promise.all(ordered.map(({ part }) => steps.unitsLeft(part.id)))
  expect(left).toEqual(Array(7).fill(100))
})

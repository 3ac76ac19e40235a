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
test('reservations that expire together are released concurrently', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const ordered = []
  for (let count = 0; count < 7; count += 1) ordered.push(await steps.order(mia))
  for (const order of ordered) {
    await steps.openIntent(mia, order)
    await steps.expire(order.id)
  }
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let cancelCalls = 0
  const cards: typeof shop.shop.cards = {
    ...shop.shop.cards,
    async cancel(id) {
      cancelCalls += 1
      await answered
      return shop.shop.cards.cancel(id)
    },
  }
  const expiring = expireReservations({ ...shop.shop, cards })
  await expect.poll(() => cancelCalls).toBe(5)
  answer()
  await expiring
  expect(cancelCalls).toBe(7)
  const left = await Promise.all(ordered.map(({ part }) => steps.unitsLeft(part.id)))
  expect(left).toEqual(Array(7).fill(100))
})

/** @shows row-66 */
test('one run returns the units of all reservations that have expired', async () => {
  const steps = paymentSteps(shop)
  const mia = await shop.signIn()
  const ids: string[] = []
  for (let count = 0; count < 60; count += 1) ids.push((await steps.order(mia)).id)
  await Promise.all(ids.map((id) => steps.expire(id)))
  await expireReservations(shop.shop)
  expect(
    await steps.query('select id from orders where id = any ($1) and held_until is not null', [
      ids,
    ]),
  ).toEqual([])
})

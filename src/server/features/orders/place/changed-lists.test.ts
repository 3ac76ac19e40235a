import { expect, test } from 'vitest'
import { quickOrder } from '#contract/quick-order.ts'
import { holdLock } from '../../../testing/held-lock.ts'
import { openPayments } from '../../../testing/payments.ts'
import { priceSteps } from '../../../testing/steps/prices.ts'

const { shop, steps } = await openPayments()
const { addList, putOn } = priceSteps(shop)

/** @shows row-167, P1 */
test.each([
  ['has left its list', undefined, 237.3],
  ['is on another list', 20, 189.8],
])(
  'an order whose account %s since the request began is refused with the current total',
  async (_, percentOff, currentTotal) => {
    const mia = await shop.signIn()
    const part = await shop.stock({ price: 2373 })
    await putOn(await addList({ percentOff: 10 }), mia)
    // The orders of the last seconds are read between the account and its prices.
    const held = await holdLock(shop, 'lock table orders')
    const placing = shop.call(mia, quickOrder.place, {
      body: { price: 213.6, lines: [{ product: part.id, quantity: 10 }] },
    })
    await held.areWaiting(1)
    await putOn(percentOff === undefined ? null : await addList({ percentOff }), mia)
    await held.release()
    const { status, body } = await placing
    expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', currentTotal])
    expect(await steps.unitsLeft(part.id)).toBe(100)
  },
)

/** @shows row-167, P1 */
test('an order whose account has joined a list since the request began is placed at the price of the list', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ price: 2373 })
  const held = await holdLock(shop, 'lock table orders')
  const placing = shop.call(mia, quickOrder.place, {
    body: { price: 213.6, lines: [{ product: part.id, quantity: 10 }] },
  })
  await held.areWaiting(1)
  await putOn(await addList({ percentOff: 10 }), mia)
  await held.release()
  expect((await placing).status).toBe(200)
  expect(await steps.unitsLeft(part.id)).toBe(90)
})

import { expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import type { Part } from '../../testing/payments.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import type { TestUser } from '../../testing/shop.ts'

const net = await openTaxedShop()
const gross = await openTaxedShop({ included: true })
const freelyShipped = await openTaxedShop({ included: true, shippingCost: '0' })

const place = ({ shop }: typeof net, user: TestUser, part: Part, quantity: number, price: number) =>
  shop.call(user, orders.place, { body: { product: part.id, name: part.name, quantity, price } })

/** @shows row-181, P6 */
test.each([
  ['beyond the stock', 25_000, 100],
  ['in stock', 25_000, 1_000_000],
  ['of the dearest part', 99_999_999, 1_000_000],
])('a million units %s are refused with their total', async (_, price, quantity) => {
  for (const taxed of [net, gross]) {
    const mia = await taxed.shop.signIn()
    await taxed.setExempt(mia)
    for (const user of [mia, await taxed.shop.signIn()]) {
      const part = await taxed.shop.stock({ price, quantity })
      const { status, body } = await place(taxed, user, part, 1_000_000, 1)
      expect([status, body.code]).toEqual([409, 'price-changed'])
    }
  }
})

/** @shows row-166, row-181, P5 */
test.each([
  ['net', net, false, 65.33, 53.43],
  ['gross', gross, false, 54.9, 44.9],
  ['gross, for an exempt buyer', gross, true, 46.14, 37.73],
] as const)(
  'the same order at the total without a ladder is placed once: prices are %s',
  async (_, taxed, isExempt, listTotal, total) => {
    const mia = await taxed.shop.signIn()
    if (isExempt) await taxed.setExempt(mia)
    const part = await taxed.shop.stock({ price: 500 })
    await priceSteps(taxed.shop).setLadder(part, [{ from: 10, price: 4 }])
    const first = await place(taxed, mia, part, 10, listTotal)
    expect((await taxed.read(mia, first.body.insertedId)).price).toBe(total)
    for (const price of [listTotal, total]) {
      const again = await place(taxed, mia, part, 10, price)
      expect(again.body.insertedId).toBe(first.body.insertedId)
    }
    for (const price of [listTotal - 0.01, total - 0.01, listTotal + 0.01]) {
      expect((await place(taxed, mia, part, 10, price)).body.code).toBe('price-changed')
    }
    expect(await taxed.steps.unitsLeft(part.id)).toBe(90)
  },
)

/** @shows row-181 */
test('an order that is less than a card can pay once its taxes are taken off is refused', async () => {
  const mia = await freelyShipped.shop.signIn()
  await freelyShipped.setExempt(mia)
  const part = await freelyShipped.shop.stock({ price: 5 })
  const { status, body } = await place(freelyShipped, mia, part, 10, 0.42)
  expect([status, body.code]).toEqual([409, 'too-little'])
  expect(body.detail).toBe('Orders must be at least $0.50; this one comes to $0.42')
  expect((await place(freelyShipped, mia, part, 12, 0.5)).status).toBe(200)
  expect(
    (await place(freelyShipped, await freelyShipped.shop.signIn(), part, 10, 0.5)).status,
  ).toBe(200)
})

import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import type { Part } from '../../testing/payments.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { openTaxedShop } from '../../testing/steps/taxes.ts'
import type { TestUser } from '../../testing/shop.ts'

const net = await openTaxedShop()
const gross = await openTaxedShop({ included: true })

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

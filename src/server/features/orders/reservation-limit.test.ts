import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldOrdersMax, heldOrdersMaxUnverified } from '#contract/shared/limits.ts'
import { orders } from '#contract/orders.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { expireReservations } from '../payments/jobs.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
})
afterAll(() => shop.close())

async function placing(user: TestUser) {
  const part = await shop.stock({ quantity: 1_000 })
  const body = { name: part.name, product: part.id, quantity: 10, price: part.price * 10 }
  return () => shop.call(user, orders.place, { body }, { idempotencyKey: randomUUID() })
}

/** @shows asvs-2.3.2 */
test('an account can have fifty unpaid orders; deleting one makes room for another', async () => {
  const mia = await shop.signIn()
  const place = await placing(mia)
  const placed = []
  for (let count = 0; count < heldOrdersMax; count += 1) placed.push(await place())
  expect(placed.every(({ status }) => status === 200)).toBe(true)
  const refused = await place()
  expect([refused.status, refused.body.code]).toEqual([409, 'too-many-unpaid'])
  await shop.call(mia, ownOrders.remove, { params: { id: placed[0]!.body.insertedId } })
  expect((await place()).status).toBe(200)
})

test('an account without a verified address can have twenty unpaid orders', async () => {
  const place = await placing(await shop.signIn({ isVerified: false }))
  for (let count = 0; count < heldOrdersMaxUnverified; count += 1) {
    expect((await place()).status).toBe(200)
  }
  const refused = await place()
  expect([refused.status, refused.body.code]).toEqual([409, 'too-many-unpaid'])
})

test('an expired reservation is not renewed at the limit of unpaid orders', async () => {
  const mia = await shop.signIn()
  const steps = paymentSteps(shop)
  const expired = await steps.order(mia)
  await steps.expire(expired.id)
  await expireReservations(shop.shop)
  await steps.query(
    `insert into orders (user_id, email, product_id, name, img, unit_price_cents, quantity,
                         total_cents, held_until)
     select user_id, email, product_id, name, img, unit_price_cents, quantity, total_cents,
            now() + interval '1 hour'
     from orders, generate_series(1, $2) where orders.id = $1`,
    [expired.id, heldOrdersMax],
  )
  const { status, body } = await steps.open(mia, expired)
  expect([status, body.code]).toEqual([409, 'too-many-unpaid'])
  expect(await steps.unitsLeft(expired.part.id)).toBe(100)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toCents } from '#contract/shared/fields.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { orders } from '#contract/orders/orders.ts'
import { payments } from '#contract/payments.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { shop as shopCalls } from '#contract/shop.ts'
import { expectInvariantsToHold, paymentSteps } from '../../testing/payments.ts'
import { textOf } from '../../testing/pdf-text.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { expireReservations } from '../payments/jobs.ts'

let shop: TestShop
let steps: ReturnType<typeof paymentSteps>
let mia: TestUser
beforeAll(async () => {
  shop = await openShop({ SHIPPING_COST: '4.90' })
  steps = paymentSteps(shop)
})
beforeEach(async () => {
  mia = await shop.signIn()
})
afterAll(async () => {
  await expectInvariantsToHold(shop)
  await shop.close()
})

type Part = Awaited<ReturnType<TestShop['stock']>>

const place = (part: Part, price: number, idempotencyKey?: string) =>
  shop.call(
    mia,
    orders.place,
    { body: { product: part.id, name: part.name, quantity: 10, price } },
    idempotencyKey ? { idempotencyKey } : {},
  )

/** Ten units for $40.00, plus $4.90 shipping. */
async function placedOrder() {
  const part = await shop.stock({ price: 400 })
  const { body } = await place(part, 44.9)
  return { id: body.insertedId, total: 44.9, part }
}

/** @shows row-88, row-166 */
test.each([44.9, 94.9])(
  'goods at a lower price pay the shipping of that price, if the buyer agreed to $%d',
  async (agreed) => {
    const part = await shop.stock({ price: 900 })
    await priceSteps(shop).setLadder(part, [{ from: 10, price: 4 }])
    const { body } = await place(part, agreed)
    expect(await steps.read(mia, body.insertedId)).toMatchObject({ price: 44.9, shippingCost: 4.9 })
  },
)

/** @shows row-88, row-166 */
test('shipping that a lower price brings is not charged without the agreement of the buyer', async () => {
  const part = await shop.stock({ price: 1001 })
  await priceSteps(shop).setLadder(part, [{ from: 10, price: 10 }])
  // Free above $100, which the goods are not at the lower price.
  const refused = await place(part, 100.1)
  expect([refused.body.code, refused.body.currentTotal]).toEqual(['price-changed', 104.9])
  expect((await place(part, 104.9)).status).toBe(200)
})

const revenueInCents = async (admin: TestUser) =>
  (await shop.call(admin, manageOrders.revenue, {})).body.reduce(
    (cents, { revenue }) => cents + toCents(revenue),
    0,
  )

/** @shows row-88 */
test.each([
  [400, 44.9, 4.9],
  [1000, 104.9, 4.9],
  [1001, 100.1, 0],
])('ten units at %d cents cost $%d, including $%d shipping', async (price, total, cost) => {
  const placed = await place(await shop.stock({ price }), total)
  expect(placed.status).toBe(200)
  expect(await steps.read(mia, placed.body.insertedId)).toMatchObject({
    price: total,
    unitPrice: price / 100,
    shippingCost: cost,
  })
})

/** @shows row-88, asvs-2.2.3 */
test('a total without the current shipping cost is refused with the current total', async () => {
  const part = await shop.stock({ price: 400 })
  for (const price of [40, 44.89, 44.91, 49.8]) {
    const { status, body } = await place(part, price)
    expect([price, status, body.code, body.currentTotal]).toEqual([
      price,
      409,
      'price-changed',
      44.9,
    ])
  }
  const free = await shop.stock({ price: 6800 })
  expect((await place(free, 684.9)).body.currentTotal).toBe(680)
  expect(await steps.unitsLeft(part.id)).toBe(100)
})

test('a repeated order under one idempotency key is one order at the same total', async () => {
  const part = await shop.stock({ price: 400 })
  const first = await place(part, 44.9, 'shipped-1')
  expect((await place(part, 44.9, 'shipped-1')).body).toEqual(first.body)
  expect((await place(part, 40, 'shipped-1')).body.code).toBe('key-reused')
  expect(await steps.unitsLeft(part.id)).toBe(90)
})

/** @shows row-88 */
test('payment and refund include the shipping cost', async () => {
  const anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  const before = await revenueInCents(anna)
  const ordered = await placedOrder()
  const { body } = await shop.call(mia, payments.createIntent, { body: { price: 40 } })
  expect(body.code).toBe('not-found')
  const intentId = await steps.payAtProvider(mia, ordered)
  await steps.report(mia, ordered.id, intentId)
  const money = async () => {
    const intent = await shop.parts.cards.findIntent(intentId)
    return [intent?.amountReceived, intent?.amountRefunded, await revenueInCents(anna)]
  }
  expect(await steps.read(mia, ordered.id)).toMatchObject({ status: 'paid', price: 44.9 })
  expect(await money()).toEqual([4490, 0, before + 4490])
  await shop.call(anna, manageOrders.refund, {
    params: { id: ordered.id },
    body: { reason: 'Came broken' },
  })
  expect(await money()).toEqual([4490, 4490, before])
})

test('an order keeps its shipping cost after expiry; a new price is reported with it', async () => {
  const [same, dearer] = [await placedOrder(), await placedOrder()]
  await steps.query('update products set price_cents = 500 where id = $1', [dearer.part.id])
  await Promise.all([same, dearer].map(({ id }) => steps.expire(id)))
  await expireReservations(shop.shop)
  expect((await steps.open(mia, same)).status).toBe(200)
  const refused = await steps.open(mia, dearer)
  expect([refused.body.code, refused.body.currentTotal]).toEqual(['price-changed', 54.9])
})

test('a checked list contains the shipping cost of each order and can be placed unchanged', async () => {
  const [cheap, dear] = [await shop.stock({ price: 400 }), await shop.stock({ price: 6800 })]
  const list = `${cheap.name},10\n${dear.name},10\nNo such part,10`
  const { body } = await shop.call(mia, quickOrder.check, { body: { list } })
  expect(body.map(({ shipping, total }) => [shipping, total])).toEqual([
    [4.9, 44.9],
    [0, 680],
    [null, null],
  ])
  expect((await place(cheap, body[0]!.total!)).status).toBe(200)
})

test('the invoice contains goods, shipping and total', async () => {
  const ordered = await placedOrder()
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const { rawPayload } = await shop.app.inject({
    url: `/api/order/invoice/${ordered.id}`,
    headers: { authorization: `Bearer ${mia.token}` },
  })
  expect(textOf(rawPayload)).toEqual(
    expect.arrayContaining(['$4.00', '$40.00', 'Shipping', '$4.90', 'Total', '$44.90']),
  )
})

test('the configuration for browsers contains the shipping cost', async () => {
  expect((await shop.call(undefined, shopCalls.config, {})).body.shippingCost).toBe(4.9)
})

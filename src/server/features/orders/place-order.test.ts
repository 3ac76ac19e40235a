import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { messages } from '#contract/orders/quantity-rules.ts'
import { products } from '#contract/products/products.ts'
import { openPayments, orderOf } from '../../testing/payments.ts'
import type { TestUser } from '../../testing/shop.ts'

const { shop, steps } = await openPayments()

/** @shows row-31, row-35 */
test('placing an order reserves its units at once', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 30 })
  const placed = await shop.call(mia, orders.place, { body: orderOf(part, 20) })
  expect(placed.status).toBe(200)
  expect(await steps.unitsLeft(part.id)).toBe(10)
  const { body } = await shop.call(mia, orders.one, { params: { id: placed.body.insertedId } })
  expect(body).toMatchObject({
    name: part.name,
    price: 1360,
    unitPrice: 68,
    quantity: 20,
    email: mia.email,
    status: 'unpaid',
    paid: false,
    shipping: false,
    transactionId: null,
  })
})

/** @shows row-65, P1, asvs-2.3.4 */
test('200 simultaneous orders of 10 for a stock of 500: exactly 50 are accepted', async () => {
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.signIn()))
  const part = await shop.stock({ quantity: 500 })
  // A shed request is repeated under the same idempotency key.
  const buy = async (buyer: TestUser, idempotencyKey = randomUUID()): Promise<number> => {
    const body = orderOf(part, 10)
    const { status } = await shop.call(buyer, orders.place, { body }, { idempotencyKey })
    return status === 503 ? buy(buyer, idempotencyKey) : status
  }
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => buyers.map((buyer) => buy(buyer))).flat(),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(50)
  expect(statuses.filter((status) => status === 409)).toHaveLength(150)
  expect(await steps.unitsLeft(part.id)).toBe(0)
})

/** @shows row-117, asvs-2.2.3, asvs-2.3.2 */
test.each([
  [{ minimumOrder: 1 }, 1, undefined],
  [{ minimumOrder: 3 }, 2, 'Must be 3  or longer'],
  [{ minimumOrder: 25 }, 24, 'Must be 25  or longer'],
  [{ minimumOrder: 25 }, 26, undefined],
  [{ packSize: 4 }, 10, 'Must be 12  or longer'],
  [{ packSize: 4 }, 12, undefined],
  [{ packSize: 4 }, 14, 'Must be a multiple of 4'],
  [{ minimumOrder: 2, packSize: 4 }, 2, 'Must be 4  or longer'],
  [{ minimumOrder: 2, packSize: 4 }, 8, undefined],
  // The card provider charges 50 cents at least.
  [{ minimumOrder: 1, price: 7 }, 7, 'Must be 8  or longer'],
  [{ minimumOrder: 1, price: 7 }, 8, undefined],
])('of a product with %j, an order of %i is answered with %s', async (rules, quantity, message) => {
  const mia = await shop.signIn()
  const part = await shop.stock(rules)
  const { status, body } = await shop.call(mia, orders.place, { body: orderOf(part, quantity) })
  expect(status).toBe(message ? 422 : 200)
  if (message) expect(body.errors).toEqual([{ field: 'quantity', message }])
  expect(await steps.unitsLeft(part.id)).toBe(message ? 100 : 100 - quantity)
})

/** @shows row-117 */
test('an order keeps the minimum it was placed with, and is paid after the product got a higher one', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ minimumOrder: 2 })
  const order = orderOf(part, 2)
  const { body } = await shop.call(mia, orders.place, { body: order })
  await steps.query('update products set minimum_order = 50 where id = $1', [part.id])
  const ordered = { id: body.insertedId, total: order.price, part }
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  const paid = await shop.call(mia, orders.one, { params: { id: ordered.id } })
  expect(paid.body).toMatchObject({ status: 'paid', quantity: 2 })
})

// The second stock is below the smallest order, which the limits of an account always allow.
test.each([
  [16, 15],
  [10, 5],
])(
  'an order of %i with a stock of %i is refused with the available quantity',
  async (ordered, available) => {
    const mia = await shop.signIn()
    const part = await shop.stock({ quantity: available })
    const { status, body } = await shop.call(mia, orders.place, { body: orderOf(part, ordered) })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'insufficient-stock', available })
    expect(body.errors).toEqual([{ field: 'quantity', message: messages.quantityTooHigh }])
  },
)

/** @shows P6, asvs-2.2.3 */
test('a total that differs by a cent is refused with the current total', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  const order = { ...orderOf(part, 10), price: 679.99 }
  const { status, body } = await shop.call(mia, orders.place, { body: order })
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'price-changed', currentTotal: 680 })
  expect(await steps.unitsLeft(part.id)).toBe(100)
})

/** @shows row-33, asvs-1.4.2, asvs-2.2.1, asvs-2.2.2, asvs-15.3.5 */
test.each([
  [9, messages.quantityTooShort],
  ['05', messages.quantityInvalid],
  [0, messages.quantityInvalid],
  [-10, messages.quantityInvalid],
  [10.5, messages.quantityInvalid],
  [true, messages.quantityInvalid],
  [[12], messages.quantityInvalid],
  ['0x10', messages.quantityInvalid],
  [' 12 ', messages.quantityInvalid],
  [undefined, messages.quantityRequired],
])('a quantity of %j is refused as "%s"', async (quantity, message) => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  const body = { ...orderOf(part, 10), quantity: quantity as number }
  const answer = await shop.call(mia, orders.place, { body })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ field: 'quantity', message }])
})

/** @shows asvs-1.5.2, asvs-8.2.3, asvs-15.3.3 */
test('an older client can order by name, with numbers as text; fields of the server are ignored', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ price: 1879 })
  const body = {
    name: part.name.toUpperCase(),
    quantity: '30',
    price: 18.79 * 30,
    email: 'somebody@else.example',
    status: 'paid',
    paid: true,
    _id: randomUUID(),
  }
  const placed = await shop.call(mia, orders.place, { body })
  expect(placed.status).toBe(200)
  const order = await shop.call(mia, orders.one, { params: { id: placed.body.insertedId } })
  expect(order.body).toMatchObject({
    email: mia.email,
    status: 'unpaid',
    paid: false,
    price: 563.7,
  })
})

test('a product with a name that is invalid today can still be shown and ordered by name', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock()
  const name = `Door\nseal \u0085 ${part.id}`
  await shop.database.pool.query('update products set name = $2 where id = $1', [part.id, name])
  const { body } = await shop.call(undefined, products.one, { params: { id: part.id } })
  expect(body.name).toBe(name)
  const { product: _, ...order } = orderOf({ ...part, name }, 10)
  expect((await shop.call(mia, orders.place, { body: order })).status).toBe(200)
})

/** @shows asvs-1.4.2, asvs-2.3.2 */
test('an order above the card provider’s maximum is refused', async () => {
  const mia = await shop.signIn()
  const part = await shop.stock({ quantity: 20_000, price: 10_000 })
  const { status, body } = await shop.call(mia, orders.place, { body: orderOf(part, 10_000) })
  expect(status).toBe(422)
  expect(body.errors).toEqual([{ field: 'price', message: 'An order can be at most $999,999.99' }])
  expect((await shop.call(mia, orders.place, { body: orderOf(part, 9_999) })).status).toBe(200)
})

import { beforeEach, expect, test } from 'vitest'
import { cart, savedLists } from '#contract/cart/cart.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { holdCart } from '../../../testing/held-lock.ts'
import { callApi } from '../../../testing/shop.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { carSteps } from '../../../testing/steps/cars.ts'
import { cartOrderSteps, lineOf } from '../../../testing/steps/cart-orders.ts'
import { openCarts } from '../../../testing/steps/carts.ts'
import type { Part } from '../../../testing/steps/carts.ts'

const carts = await openCarts()
const { shop, stockParts, cartOf } = carts
let mia: TestUser
let pads: Part
let lamp: Part
const { add, set, look, place, unitsOf, ordersOf } = cartOrderSteps(carts, () => mia)
beforeEach(async () => {
  mia = await shop.signIn()
  ;[pads, lamp] = await stockParts()
})

/** @shows row-191, P5 */
test('the ordered lines leave the cart with the order, and a second device learns of the order before it orders again', async () => {
  await add(lineOf(pads, 20), lineOf(lamp, 10))
  const [phone, laptop] = [await look(), await look()]
  const first = await place(phone)
  expect([first.status, await unitsOf()]).toEqual([200, []])

  const second = await place(laptop)
  expect([second.status, second.body.code]).toEqual([409, 'ordered-meanwhile'])
  expect(second.body.orders).toEqual([
    { _id: first.body.insertedId, quantity: 30, price: 760, createdAt: expect.any(String) },
  ])
  expect(second.body.lines).toEqual([
    { product: pads.id, quantity: 0 },
    { product: lamp.id, quantity: 0 },
  ])
  expect(await ordersOf()).toHaveLength(1)

  const again = { ...laptop.cart, again: [first.body.insertedId] }
  expect((await place({ ...laptop, cart: again })).status).toBe(200)
  expect(await ordersOf()).toHaveLength(2)
})

/** @shows row-191, P5 */
test('two devices that order again place one more order, and the other learns of it', async () => {
  await add(lineOf(pads, 20), lineOf(lamp, 10))
  const seen = await look()
  const first = await place(seen)
  const again = { ...seen, cart: { ...seen.cart, again: [first.body.insertedId] } }
  const answers = await Promise.all([place(again), place(again), place(again, '')])
  const placed = answers.filter(({ status }) => status === 200)
  expect(placed).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200)
  for (const { body } of [...others, await place(seen)]) {
    expect(body.code).toBe('ordered-meanwhile')
    expect(body.orders?.map(({ _id }) => _id)).toContain(placed[0]?.body.insertedId)
  }
  expect(await ordersOf()).toHaveLength(2)
})

/** @shows row-191, P5 */
test.each([
  ['a part that it lacks', () => ({ lines: [] }), 10],
  ['more units than it has', () => ({ lines: [{ product: pads.id, quantity: 10 }] }), 20],
])(
  'an order from a cart with %s is refused, so that it leaves the cart',
  async (_, shown, quantity) => {
    await add(lineOf(pads, 10))
    const lines = [{ product: pads.id, quantity }]
    const { status, body } = await place({ lines, price: quantity * 4, cart: shown() })
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['lines.0.quantity']])
    expect(await ordersOf()).toEqual([])
  },
)

/** @shows row-191 */
test('ordering again does not order what a third order has taken since', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const first = await place(seen)
  const again = { ...seen.cart, again: [first.body.insertedId] }
  await add(lineOf(pads, 20))
  const third = await place(await look())
  const refused = await place({ ...seen, cart: again })
  expect([refused.body.code, refused.body.orders?.map(({ _id }) => _id)]).toEqual([
    'ordered-meanwhile',
    [third.body.insertedId],
  ])
})

/** Changes of a cart with pads and a lamp by another device, and what the refusal names. */
const changes: Record<string, () => Promise<{ product: string; quantity: number }[]>> = {
  'a line is removed': async () => {
    await set(pads, 0)
    return [{ product: pads.id, quantity: 0 }]
  },
  'a line has more units': async () => {
    await set(lamp, 40)
    return [{ product: lamp.id, quantity: 40 }]
  },
  'a line has fewer units': async () => {
    await shop.call(mia, cart.combine, { body: { how: 'subtract', lines: [lineOf(pads, 5)] } })
    return [{ product: pads.id, quantity: 15 }]
  },
  'a line is added': async () => {
    const rim = await shop.stock()
    await add(lineOf(rim, 10))
    return [{ product: rim.id, quantity: 10 }]
  },
  'a saved list is added': async () => {
    const body = { name: 'Service', lines: [{ product: lamp.id, quantity: 10 }] }
    const { insertedId: id } = (await shop.call(mia, savedLists.save, { body })).body
    await shop.call(mia, savedLists.fill, { params: { id } })
    return [{ product: lamp.id, quantity: 20 }]
  },
  'a browser’s cart joins at a sign-in': async () => {
    await shop.call(mia, cart.combine, { body: { how: 'larger', lines: [lineOf(pads, 60)] } })
    return [{ product: pads.id, quantity: 60 }]
  },
  'a line has another number': async () => {
    const lines = [{ ...lineOf(pads, 20), number: '1K0 698 151' }]
    await shop.call(mia, cart.change, { body: { lines } })
    return [{ product: pads.id, quantity: 20 }]
  },
}

/** @shows row-191 */
test.each(Object.entries(changes))(
  'a cart that another device has changed is not ordered unseen: %s',
  async (_, change) => {
    await add(lineOf(pads, 20), lineOf(lamp, 10))
    const seen = await look()
    const lines = await change()
    const before = await unitsOf()
    const { status, body } = await place(seen)
    expect([status, body.code, body.lines]).toEqual([409, 'cart-changed', lines])
    expect([await ordersOf(), await unitsOf()]).toEqual([[], before])
    expect((await place(await look())).status).toBe(200)
  },
)

/** @shows row-191 */
test('a line that an order took, came back and was removed counts as removed', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  await place(seen)
  await add(lineOf(pads, 20))
  await set(pads, 0)
  expect((await place(seen)).body.code).toBe('cart-changed')
})

/** @shows row-191 */
test('a line of an order that was deleted counts as removed', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const { insertedId: id } = (await place(seen)).body
  await shop.call(mia, ownOrders.remove, { params: { id } })
  expect((await place(seen)).body.code).toBe('cart-changed')
})

/** @shows row-191 */
test('some lines of a cart are ordered, the others stay, and another device learns of both', async () => {
  await add(lineOf(pads, 20), lineOf(lamp, 10))
  const seen = await look()
  const part = { ...seen, lines: [{ product: pads.id.toUpperCase(), quantity: 15 }], price: 60 }
  const first = await place(part)
  expect(first.status).toBe(200)
  expect(await unitsOf()).toEqual([
    { product: pads.id, quantity: 5 },
    { product: lamp.id, quantity: 10 },
  ])
  const { body } = await place(seen)
  expect([body.code, body.lines]).toEqual([
    'ordered-meanwhile',
    [{ product: pads.id, quantity: 5 }],
  ])
})

/** @shows row-191 */
test('an unknown car does not change the cart, another known car does', async () => {
  const rows = (vehicle: string) =>
    shop.database.pool.query(
      'update cart_lines set vehicle = $2 where user_id = (select id from users where uid = $1)',
      [mia.uid, vehicle],
    )
  const { vehicle } = await carSteps(shop).addCar()
  await add(lineOf(pads, 20))
  const seen = await look()
  await rows(vehicle)
  expect((await place(seen)).body.code).toBe('cart-changed')
  await rows('no-such-make/golf/2014')
  expect((await place(await look())).status).toBe(200)
})

/** @shows row-191 */
test('a refused order leaves the cart as it is, and its key free', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const dear = await place({ ...seen, price: 1 }, 'press-3')
  expect(dear.body.code).toBe('price-changed')
  expect(await unitsOf()).toEqual([{ product: pads.id, quantity: 20 }])
  expect((await place(seen, 'press-3')).status).toBe(200)
})

/** @shows row-191, P1 */
test('a change of the cart waits for the order, and a change before it refuses the order', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const lock = await holdCart(shop, mia)
  const both = Promise.all([place(seen), set(pads, 40)])
  await lock.areWaiting(2)
  await lock.release()
  const [placed] = await both
  const units = await unitsOf()
  // Whichever came first: the order and its lines leave together, or nothing is ordered.
  expect(units).toEqual([{ product: pads.id, quantity: 40 }])
  expect(await ordersOf()).toHaveLength(placed.status === 200 ? 1 : 0)
})

/** @shows row-191, P8 */
test('an order takes lines out of the buyer’s own cart only', async () => {
  const noah = await shop.signIn({ name: 'Noah' })
  await shop.call(noah, cart.combine, { body: { how: 'add', lines: [lineOf(pads, 20)] } })
  await add(lineOf(pads, 20))
  await place(await look())
  expect(await cartOf(noah)).toMatchObject([{ product: pads.id, quantity: 20 }])
  const { body } = await callApi(
    shop.app,
    quickOrder.place,
    {
      body: {
        lines: [{ product: pads.id, quantity: 30 }],
        price: 120,
        cart: { lines: [{ product: pads.id, quantity: 30 }] },
      },
    },
    { token: noah.token },
  )
  expect([body.code, body.orders]).toEqual(['cart-changed', undefined])
})

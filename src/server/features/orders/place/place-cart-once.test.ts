import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { createApp } from '../../../app.ts'
import { holdCart } from '../../../testing/held-lock.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { cartOrderSteps, lineOf } from '../../../testing/steps/cart-orders.ts'
import { openCarts } from '../../../testing/steps/carts.ts'
import type { Part } from '../../../testing/steps/carts.ts'

const carts = await openCarts()
const { shop, stockParts } = carts
const secondNode = await createApp(shop.parts)
afterAll(() => secondNode.app.close())

let mia: TestUser
let pads: Part
let lamp: Part
const { add, look, place, unitsOf, ordersOf } = cartOrderSteps(carts, () => mia)
beforeEach(async () => {
  mia = await shop.signIn()
  ;[pads, lamp] = await stockParts()
})

/** @shows row-191, P5, asvs-2.3.4 */
test.each([['one key each'], ['no keys']])(
  'simultaneous orders of one cart on two nodes are one order: %s',
  async (keys) => {
    await add(lineOf(pads, 20), lineOf(lamp, 10))
    const seen = await look()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        place(seen, keys === 'no keys' ? '' : randomUUID(), [shop.app, secondNode.app][n % 2]),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'ordered-meanwhile')).toHaveLength(11)
    expect(await ordersOf()).toHaveLength(1)
    expect(await unitsOf()).toEqual([])
  },
)

/** @shows row-192, P5 */
test('a repeated key gets the first order, although the lines have left the cart, and takes nothing out twice', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const first = await place(seen, 'press-1')
  await add(lineOf(pads, 20))
  const again = await Promise.all([place(seen, 'press-1'), place(seen, 'press-1', secondNode.app)])
  expect(again.map(({ body }) => body)).toEqual([first.body, first.body])
  expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(['true', 'true'])
  expect(await unitsOf()).toEqual([{ product: pads.id, quantity: 20 }])
  const other = await place({ ...seen, price: seen.price + 1 }, 'press-1')
  expect([other.status, other.body.code]).toEqual([422, 'key-reused'])
})

/** @shows row-192 */
test('simultaneous requests under one key are one order, and all get it', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const lock = await holdCart(shop, mia)
  const both = Promise.all([place(seen, 'press-2'), place(seen, 'press-2', secondNode.app)])
  await lock.areWaiting(2)
  await lock.release()
  const answers = await both
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  expect(await ordersOf()).toHaveLength(1)
})

/** @shows row-192 */
test('the outcome of a lost answer is its order, and a key without one is used up', async () => {
  const noah = await shop.signIn({ name: 'Noah' })
  await add(lineOf(pads, 20))
  const seen = await look()
  const outcome = async (key: string, who = mia) =>
    (await shop.call(who, orders.outcome, { body: { key } })).body
  const { insertedId } = (await place(seen, 'press-4')).body
  expect(await outcome('press-4')).toEqual({ insertedId })
  expect(await outcome('press-4', noah)).toEqual({ insertedId: null })

  expect(await outcome('press-5')).toEqual({ insertedId: null })
  await add(lineOf(pads, 20))
  const late = await place(await look(), 'press-5')
  expect([late.status, late.body.code]).toEqual([422, 'key-reused'])
  expect([await outcome('press-5'), await unitsOf()]).toEqual([
    { insertedId: null },
    [{ product: pads.id, quantity: 20 }],
  ])
})

/** @shows row-192 */
test('the outcome of a request in progress is known when it has ended', async () => {
  await add(lineOf(pads, 20))
  const seen = await look()
  const lock = await holdCart(shop, mia)
  const placing = place(seen, 'press-6')
  await lock.areWaiting(1)
  const asking = shop.call(mia, orders.outcome, { body: { key: 'press-6' } })
  await lock.areWaiting(2)
  await lock.release()
  expect((await asking).body.insertedId).toBe((await placing).body.insertedId)
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cart } from '#contract/cart.ts'
import { OneOrder, orders } from '#contract/orders.ts'
import { prices } from '#contract/prices/prices.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { holdLock } from '../../../testing/held-lock.ts'
import { expectInvariantsToHold, openPayments } from '../../../testing/payments.ts'
import type { Part } from '../../../testing/payments.ts'
import type { TestUser } from '../../../testing/shop.ts'
import { priceSteps } from '../../../testing/steps/prices.ts'
import { insertLines, insertOneLine } from './insert-order.ts'

const { shop, steps } = await openPayments()
const { addList, putOn, setLadder, setOwn } = priceSteps(shop)

const ladder = [
  { from: 100, price: 18.79 },
  { from: 500, price: 17.5 },
]

const starter = async () => {
  const part = await shop.stock({ price: 2373, quantity: 10_000 })
  await setLadder(part, ladder)
  return part
}

type Bought = readonly [part: Part, quantity: number]

/** Places each order in one of the ways that the shop has statements for. */
const ways = {
  'of one line': (user: TestUser, [[part, quantity]]: readonly [Bought], price: number) =>
    shop.call(user, orders.place, { body: { product: part.id, name: part.name, quantity, price } }),
  'of one line with a key': (
    user: TestUser,
    [[part, quantity]]: readonly [Bought],
    price: number,
  ) =>
    shop.call(
      user,
      orders.place,
      { body: { product: part.id, name: part.name, quantity, price } },
      { idempotencyKey: randomUUID() },
    ),
  'of a list': (user: TestUser, bought: readonly Bought[], price: number) =>
    shop.call(user, quickOrder.place, {
      body: { price, lines: bought.map(([{ id }, quantity]) => ({ product: id, quantity })) },
    }),
} as const
const eachWay = Object.entries(ways)

const linesOf = async (user: TestUser, id: string) => {
  const order = OneOrder.parse(await steps.read(user, id))
  const lines = order.lines.map(({ unitPrice, listPrice, priceFrom, quantity }) => ({
    unitPrice,
    listPrice,
    priceFrom,
    quantity,
  }))
  return { price: order.price, shippingCost: order.shippingCost, lines }
}

describe.each(eachWay)('an order %s', (_, place) => {
  /** @shows row-166, P1 */
  test.each([
    [99, 2349.27, { unitPrice: 23.73 }],
    [100, 1879, { unitPrice: 18.79, listPrice: 23.73, priceFrom: 'from 100' }],
    [500, 8750, { unitPrice: 17.5, listPrice: 23.73, priceFrom: 'from 500' }],
  ])('of %i units costs what the ladder says: %f', async (quantity, price, line) => {
    const mia = await shop.signIn()
    const { status, body } = await place(mia, [[await starter(), quantity]], price)
    expect(status).toBe(200)
    expect(await linesOf(mia, body.insertedId)).toEqual({
      price,
      shippingCost: 0,
      lines: [{ listPrice: undefined, priceFrom: undefined, ...line, quantity }],
    })
  })

  /** @shows row-166, P1 */
  test('at the total without a ladder is stored at the lower total', async () => {
    const mia = await shop.signIn()
    const { body } = await place(mia, [[await starter(), 100]], 2373)
    expect(await linesOf(mia, body.insertedId)).toMatchObject({
      price: 1879,
      lines: [{ unitPrice: 18.79, listPrice: 23.73, priceFrom: 'from 100' }],
    })
  })

  /** @shows row-166, P1, asvs-2.2.3 */
  test.each([1879.01, 2372.99, 1878.99, 1750, 100])(
    'of 100 units for %f is refused with the sums of now',
    async (price) => {
      const mia = await shop.signIn()
      const part = await starter()
      const { status, body } = await place(mia, [[part, 100]], price)
      expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', 1879])
      expect(body.lines).toEqual([{ product: part.id, unitPrice: 18.79, amount: 1879 }])
      expect(await steps.unitsLeft(part.id)).toBe(10_000)
    },
  )

  /** @shows row-167, P1 */
  test('of an account on a list costs the lowest that applies, which the order keeps', async () => {
    const mia = await shop.signIn()
    const part = await starter()
    const list = await addList({ name: `Workshops ${part.id}`, percentOff: 12.5 })
    await putOn(list, mia)
    await setOwn(list, part, [{ from: 50, price: 17 }])
    await setOwn(await addList({ percentOff: 80 }), part, [{ from: 1, price: 1 }])
    const expected = [
      [49, 1017.24, { unitPrice: 20.76, priceFrom: list.name }],
      [50, 850, { unitPrice: 17, priceFrom: `${list.name}, from 50` }],
      [100, 1644, { unitPrice: 16.44, priceFrom: `${list.name}, from 100` }],
    ] as const
    const placed: string[] = []
    for (const [quantity, price] of expected) {
      const { body } = await place(mia, [[part, quantity]], price)
      placed.push(body.insertedId)
    }
    await putOn(null, mia)
    await setOwn(list, part, [])
    await steps.query('update price_lists set name = $2, percent_off = 0 where id = $1', [
      list.id,
      `Other ${part.id}`,
    ])
    for (const [index, [quantity, price, line]] of expected.entries()) {
      expect(await linesOf(mia, placed[index]!)).toEqual({
        price,
        shippingCost: 0,
        lines: [{ ...line, listPrice: 23.73, quantity }],
      })
    }
  })

  /** @shows row-167, P1, asvs-8.2.2 */
  test("is refused at another account's prices", async () => {
    const [mia, eve, former] = [await shop.signIn(), await shop.signIn(), await shop.signIn()]
    const part = await shop.stock({ price: 2000 })
    const list = await addList({ percentOff: 50 })
    await putOn(list, mia)
    await putOn(list, former)
    await putOn(null, former)
    for (const other of [eve, former]) {
      const { status, body } = await place(other, [[part, 20]], 200)
      expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', 400])
    }
    expect((await place(mia, [[part, 20]], 200)).status).toBe(200)
  })

  /** @shows row-167 */
  test('below the least goods of its list is refused with the amount', async () => {
    const mia = await shop.signIn()
    const part = await shop.stock({ price: 2000 })
    await putOn(await addList({ percentOff: 10, minOrder: 250 }), mia)
    const { status, body } = await place(mia, [[part, 13]], 234)
    expect([status, body.code]).toEqual([409, 'too-little'])
    expect(body.detail).toBe('Goods for $250.00 at least, and these are $234.00')
    expect((await place(mia, [[part, 14]], 252)).status).toBe(200)
  })

  test('of goods that a card cannot pay is refused, however low the prices of its list', async () => {
    const mia = await shop.signIn()
    const part = await shop.stock({ price: 5 })
    await putOn(await addList({ percentOff: 90 }), mia)
    const { status, body } = await place(mia, [[part, 10]], 5)
    expect([status, body.code]).toEqual([409, 'too-little'])
  })

  /** @shows row-167 */
  test('of an account on a list that lowers nothing is an order at public prices', async () => {
    const mia = await shop.signIn()
    const part = await starter()
    const list = await addList()
    await putOn(list, mia)
    await setOwn(list, part, [{ from: 1, price: 30 }])
    const { body } = await place(mia, [[part, 100]], 1879)
    expect((await linesOf(mia, body.insertedId)).lines).toEqual([
      { unitPrice: 18.79, listPrice: 23.73, priceFrom: 'from 100', quantity: 100 },
    ])
  })

  /** @shows row-166, P1, asvs-2.3.3 */
  test.each([
    [`breaks = '{100,1880}'`, 1880, false],
    [`breaks = '{100,1880}'`, 1880, true],
    ['price_cents = 1800', 1800, false],
    ['price_cents = 1800', 1800, true],
  ])('that waits while %s is written is refused: %f now', async (change, total, isOnList) => {
    const mia = await shop.signIn()
    const part = await starter()
    if (isOnList) await putOn(await addList(), mia)
    const held = await holdLock(shop, `update products set ${change} where id = $1`, [part.id])
    const placing = place(mia, [[part, 100]], 1879)
    await held.areWaiting(1)
    await held.release()
    const { status, body } = await placing
    expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', total])
  })
})

/** @shows row-166, P5 */
test('the same order at the total without a ladder, within five seconds, is placed once', async () => {
  const mia = await shop.signIn()
  const part = await starter()
  const place = () => ways['of one line'](mia, [[part, 100]], 2373)
  const [first, second] = [await place(), await place()]
  expect(second.body.insertedId).toBe(first.body.insertedId)
  expect(await steps.unitsLeft(part.id)).toBe(9_900)
})

test('at public prices no statement reads price lists', () => {
  for (const { text } of [insertLines, insertOneLine]) {
    expect(text).not.toMatch(/price_lists|list_prices/)
  }
})

/** @shows row-166 */
test('an order of several lines has the sum of what each costs', async () => {
  const mia = await shop.signIn()
  const [cheap, plain] = [await starter(), await shop.stock({ price: 400 })]
  const bought = [
    [cheap, 100],
    [plain, 10],
  ] as const
  const { body } = await ways['of a list'](mia, bought, 1919)
  expect(await linesOf(mia, body.insertedId)).toMatchObject({
    price: 1919,
    lines: [{ unitPrice: 18.79 }, { unitPrice: 4 }],
  })
  const refused = await ways['of a list'](mia, bought, 1920)
  expect(refused.body.lines).toEqual([
    { product: cheap.id, unitPrice: 18.79, amount: 1879 },
    { product: plain.id, unitPrice: 4, amount: 40 },
  ])
})

/** @shows row-167 */
test('cart, quick order and prices have what each account pays, and others the public prices', async () => {
  const [mia, eve] = [await shop.signIn(), await shop.signIn()]
  const part = await starter()
  const list = await addList({ percentOff: 10 })
  await putOn(list, mia)
  await setOwn(list, part, [{ from: 20, price: 20 }])
  await setOwn(await addList({ percentOff: 80 }), part, [{ from: 1, price: 1 }])
  const own = {
    price: 21.36,
    breaks: [
      { from: 20, price: 20 },
      { from: 100, price: 16.91 },
      { from: 500, price: 15.75 },
    ],
  }
  const open = { price: 23.73, breaks: ladder }
  for (const [user, expected, from] of [
    [mia, own, list.name],
    [eve, open, 'list'],
  ] as const) {
    const lines = [{ product: part.id, quantity: 20, seenPrice: expected.price }]
    await shop.call(user, cart.change, { body: { lines } })
    const read = await shop.call(user, cart.read, {})
    expect(read.body[0]?.part).toMatchObject(expected)
    const checked = await shop.call(user, quickOrder.check, { body: { list: `${part.name},20` } })
    const total = user === mia ? 400 : 474.6
    expect(checked.body[0]).toMatchObject({ total, product: expected })
    const asked = await shop.call(user, prices.own, { query: { products: part.id } })
    expect(asked.body).toEqual([{ ...expected, from }])
    const named = read.body[0]?.part
    expect(named?.listPrice).toBe(user === mia ? 23.73 : undefined)
  }
})

/** @shows row-67, row-166 */
test('orders at lower prices violate no invariant', () => expectInvariantsToHold(shop))

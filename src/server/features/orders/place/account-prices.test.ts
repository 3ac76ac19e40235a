import { afterAll, describe, expect, test } from 'vitest'
import { cart } from '#contract/cart/cart.ts'
import { prices } from '#contract/products/account-prices.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { expectInvariantsToHold } from '../../../testing/payments.ts'
import { ladder, openLowerPrices } from '../../../testing/steps/lower-prices.ts'
import { priceSteps } from '../../../testing/steps/prices.ts'

const { shop, steps, starter, eachWay, linesOf } = await openLowerPrices()
const { addList, putOn, setOwn } = priceSteps(shop)
afterAll(() => expectInvariantsToHold(shop))

describe.each(eachWay)('an order %s', (_, place) => {
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
    expect(body.detail).toBe('Minimum order value is $250.00; these goods come to $234.00')
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

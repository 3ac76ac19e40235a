import { describe, expect, test } from 'vitest'
import { holdLock } from '../../../testing/held-lock.ts'
import { expectInvariantsToHold } from '../../../testing/payments.ts'
import { openLowerPrices } from '../../../testing/steps/lower-prices.ts'
import { priceSteps } from '../../../testing/steps/prices.ts'
import { insertLines, insertOneLine } from './insert-order.ts'

const { shop, steps, starter, ways, eachWay, linesOf } = await openLowerPrices()
const { addList, putOn } = priceSteps(shop)

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
    'of 100 units for %f is refused with the current sums',
    async (price) => {
      const mia = await shop.signIn()
      const part = await starter()
      const { status, body } = await place(mia, [[part, 100]], price)
      expect([status, body.code, body.currentTotal]).toEqual([409, 'price-changed', 1879])
      expect(body.lines).toEqual([{ product: part.id, unitPrice: 18.79, amount: 1879 }])
      expect(await steps.unitsLeft(part.id)).toBe(10_000)
    },
  )

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

/** @shows row-67, row-166 */
test('orders at lower prices violate no invariant', () => expectInvariantsToHold(shop))

import { expect, test } from 'vitest'
import { cart, savedLists } from '#contract/cart/cart.ts'
import type { TestUser } from '../../testing/shop.ts'
import { openCarts } from '../../testing/steps/carts.ts'
import type { Part } from '../../testing/steps/carts.ts'

const { shop, newBuyer, cartOf } = await openCarts()

const number = '1K0 698 151'
const lineOf = ({ id, price }: Part) => ({ product: id, quantity: 10, seenPrice: price })

const numbersOf = async (user: TestUser) => (await cartOf(user)).map((line) => line.number)

/** @shows row-188 */
test.each(['add', 'larger'] as const)(
  'a line that is joined by %s keeps its number without another, and takes the other',
  async (how) => {
    const { mia, pads, lamp } = await newBuyer()
    const combine = (...lines: (ReturnType<typeof lineOf> & { number?: string })[]) =>
      shop.call(mia, cart.combine, { body: { how, lines } })
    await combine({ ...lineOf(pads), number }, lineOf(lamp))
    await combine(lineOf(pads))
    expect(await numbersOf(mia)).toEqual([number, undefined])
    await combine({ ...lineOf(pads), number: '7H0 615 301' })
    expect(await numbersOf(mia)).toEqual(['7H0 615 301', undefined])
  },
)

/** @shows row-188 */
test('a changed line keeps its number, and one that comes back brings it', async () => {
  const { mia, pads } = await newBuyer()
  const change = (line: object) =>
    shop.call(mia, cart.change, { body: { lines: [{ ...lineOf(pads), ...line }] } })
  await change({ number })
  await change({ quantity: 20 })
  const { price } = pads
  await change({ quantity: undefined, seenPrice: price })
  expect(await numbersOf(mia)).toEqual([number])
  await change({ quantity: 0 })
  await change({ number })
  expect(await numbersOf(mia)).toEqual([number])
})

/** @shows row-188 */
test('a saved list keeps the numbers of a cart, which is filled with them again', async () => {
  const { mia, pads, lamp } = await newBuyer()
  const body = {
    name: 'Golf service',
    lines: [
      { product: pads.id, quantity: 10, number },
      { product: lamp.id, quantity: 10 },
    ],
  }
  const saved = await shop.call(mia, savedLists.save, { body })
  await shop.call(mia, savedLists.fill, { params: { id: saved.body.insertedId } })
  expect(await numbersOf(mia)).toEqual([number, undefined])
})

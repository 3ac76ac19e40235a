import { randomUUID } from 'node:crypto'
import { OneOrder, orders } from '#contract/orders/orders.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { openPayments } from '../payments.ts'
import type { Part } from '../payments.ts'
import type { TestUser } from '../shop.ts'
import { priceSteps } from './prices.ts'

export const ladder = [
  { from: 100, price: 18.79 },
  { from: 500, price: 17.5 },
]

type Bought = readonly [part: Part, quantity: number]

/** A shop for one test file of orders at lower prices, with a part that has a ladder. */
export async function openLowerPrices() {
  const { shop, steps } = await openPayments()
  const { setLadder } = priceSteps(shop)

  const starter = async () => {
    const part = await shop.stock({ price: 2373, quantity: 10_000 })
    await setLadder(part, ladder)
    return part
  }

  /** Places each order in one of the ways that the shop has statements for. */
  const ways = {
    'of one line': (user: TestUser, [[part, quantity]]: readonly [Bought], price: number) =>
      shop.call(user, orders.place, {
        body: { product: part.id, name: part.name, quantity, price },
      }),
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

  return { shop, steps, starter, ways, eachWay: Object.entries(ways), linesOf }
}

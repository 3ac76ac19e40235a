import { randomUUID } from 'node:crypto'
import { cart, type ShownCart } from '#contract/cart/cart.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { unitPrice } from '#contract/prices/unit-price.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { goodsTotal } from '#contract/shared/shipping.ts'
import { toCents, toDollars } from '#contract/shared/fields.ts'
import { callApi } from '../shop.ts'
import type { TestUser } from '../shop.ts'
import type { openCarts, Part } from './carts.ts'

export const lineOf = ({ id, price }: Part, quantity: number) => ({
  product: id,
  quantity,
  seenPrice: price,
})

/** What a buyer does with the cart and its order, on any device. `buyer` answers whose cart it is. */
export function cartOrderSteps(
  { shop, cartOf }: Awaited<ReturnType<typeof openCarts>>,
  buyer: () => TestUser,
) {
  return {
    add: (...lines: ReturnType<typeof lineOf>[]) =>
      shop.call(buyer(), cart.combine, { body: { how: 'add', lines } }),

    set: (part: Part, quantity: number) =>
      shop.call(buyer(), cart.change, { body: { lines: [lineOf(part, quantity)] } }),

    /** The order of the cart as a page shows it. */
    async look() {
      const lines = await cartOf(buyer())
      const wanted = lines.map(({ product, quantity, car, number }) => ({
        product,
        quantity,
        ...(car && { vehicle: car.vehicle, ...(car.engine && { engine: car.engine }) }),
        ...(number && { number }),
      }))
      const cents = lines.reduce(
        (sum, { part, quantity }) =>
          sum + (part ? toCents(goodsTotal(unitPrice(part, quantity), quantity)) : 0),
        0,
      )
      return { lines: wanted, price: toDollars(cents), cart: { lines: wanted } as ShownCart }
    },

    /** Places an order; without a key if it is empty. */
    place: (
      body: { lines: { product: string; quantity: number }[]; price: number; cart: ShownCart },
      idempotencyKey: string | undefined = randomUUID(),
      app = shop.app,
    ) =>
      callApi(
        app,
        quickOrder.place,
        { body },
        { token: buyer().token, ...(idempotencyKey && { idempotencyKey }) },
      ),

    unitsOf: async () =>
      (await cartOf(buyer())).map(({ product, quantity }) => ({ product, quantity })),

    ordersOf: async () =>
      (await shop.call(buyer(), ownOrders.mine, { query: { email: buyer().email } })).body,
  }
}

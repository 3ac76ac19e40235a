import { afterAll } from 'vitest'
import { cart } from '#contract/cart/cart.ts'
import { openShop } from '../shop.ts'
import type { TestUser } from '../shop.ts'

/** A shop for one test file of carts and saved lists, closed after its last test. */
export async function openCarts() {
  const shop = await openShop()
  afterAll(() => shop.close())
  /** Two new parts, at $4 and $68. */
  const stockParts = async () => [await shop.stock({ price: 400 }), await shop.stock()] as const
  return {
    shop,
    stockParts,
    /** A new account with two new parts. */
    async newBuyer() {
      const [pads, lamp] = await stockParts()
      return { mia: await shop.signIn(), pads, lamp }
    },
    cartOf: async (user: TestUser) => (await shop.call(user, cart.read, {})).body,
  }
}

export type Part = Awaited<ReturnType<Awaited<ReturnType<typeof openCarts>>['stockParts']>>[0]

import { afterAll } from 'vitest'
import { cart } from '#contract/cart.ts'
import { openShop } from '../shop.ts'
import type { TestUser } from '../shop.ts'

/** A shop for one test file of carts and saved lists, closed after its last test. */
export async function openCarts() {
  const shop = await openShop()
  afterAll(() => shop.close())
  return {
    shop,
    /** Two new parts, at $4 and $68. */
    stockParts: async () => [await shop.stock({ price: 400 }), await shop.stock()] as const,
    cartOf: async (user: TestUser) => (await shop.call(user, cart.read, {})).body,
  }
}

export type Part = Awaited<ReturnType<Awaited<ReturnType<typeof openCarts>>['stockParts']>>[0]

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '#server/invariants/check.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop, TestUser } from '#server/testing/shop.ts'
import { commands, finalComparison } from './commands.ts'
import type { Real } from './commands.ts'
import type { Model } from './model.ts'
import { parameters, timeout } from './settings.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ SHIPPING_UNDO_SECONDS: '300' })
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
afterAll(() => shop.close())

const stock = 60

async function setUp(): Promise<{ model: Model; real: Real }> {
  const parts = [await shop.stock({ quantity: stock }), await shop.stock({ quantity: stock })]
  const customers = [await shop.signIn(), await shop.signIn({ name: 'Noah' })]
  return {
    model: { parts: parts.map(() => ({ stock, isArchived: false })), orders: [] },
    real: { shop, customers, admin, parts, orderIds: [] },
  }
}

test(
  'stock, orders and responses match the model after any calls of two customers and an admin',
  { timeout },
  async () => {
    const property = fc.asyncProperty(commands, async (sequence) => {
      const { model, real } = await setUp()
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      await finalComparison.run(model, real)
    })
    await fc.assert(property, parameters(10))
    expect(await checkInvariants(shop.database.pool)).toEqual([])
  },
)

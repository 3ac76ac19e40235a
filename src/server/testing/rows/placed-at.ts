import { onTestFinished } from 'vitest'
import type { TestShop } from '../shop.ts'

/** Places the orders of this test at another time, such as `now() - interval '1 hour'`. */
export async function placeOrdersAt({ database: { pool } }: TestShop, moment: string) {
  const placeAt = (time: string) =>
    pool.query(`alter table orders alter column created_at set default ${time}`)
  await placeAt(moment)
  onTestFinished(async () => void (await placeAt('now()')))
}

/** A minute in the future, so that a repeated order without a key counts as a duplicate however slow the machine is. */
export const placeOrdersAhead = (shop: TestShop) =>
  placeOrdersAt(shop, `now() + interval '1 minute'`)

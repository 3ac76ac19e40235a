import { onTestFinished } from 'vitest'
import type { TestShop } from '../shop.ts'

/**
 * Places the orders of this test a minute in the future, so that a repeated order without a key counts as a
 * duplicate however slow the machine is.
 */
export async function placeOrdersAhead({ database: { pool } }: TestShop) {
  const placeAt = (moment: string) =>
    pool.query(`alter table orders alter column created_at set default ${moment}`)
  await placeAt(`now() + interval '1 minute'`)
  onTestFinished(async () => void (await placeAt('now()')))
}

import { onTestFinished } from 'vitest'
import type { TestShop } from './shop.ts'

/**
 * Orders of this test are placed a minute ahead: however slowly they follow each other, the same one
 * without a key is one come again.
 */
export async function placeAhead({ database: { pool } }: TestShop) {
  const placeAt = (moment: string) =>
    pool.query(`alter table orders alter column created_at set default ${moment}`)
  await placeAt(`now() + interval '1 minute'`)
  onTestFinished(async () => void (await placeAt('now()')))
}

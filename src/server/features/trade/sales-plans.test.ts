import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsRead } from '../../testing/query-plans.ts'
import { largeSize as size, openLargeShop } from '../../testing/rows/large-shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { priceSteps } from '../../testing/steps/prices.ts'
import { eachSoldLine } from './sales.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openLargeShop()
  const { id } = await priceSteps(shop).addList()
  await shop.database.pool.query(
    `update users set price_list = $1 where right(id::text, 2) < '0d'`,
    [id],
  )
  await shop.database.pool.query('analyze users')
}, 120_000)
afterAll(() => shop.close())

/** Orders and lines of an export of a year, which is half of the orders. */
async function soldLines(ordersPerRange: number) {
  const year = { from: '2025-01-01', to: '2025-12-31', timeZone: 'UTC' }
  const sold: string[] = []
  for await (const { order, line } of eachSoldLine(shop.database.db, year, ordersPerRange)) {
    sold.push(`${order} ${line}`)
  }
  return sold
}

/** @shows row-178 */
test('an export of sales reads no order twice, and has each line once in the order of the orders', async () => {
  const sold = await soldLines(size)
  expect(sold.length).toBeGreaterThan(200)
  expect(sold).toEqual(sold.toSorted())
  expect(await soldLines(500)).toEqual(sold)
  expect(await rowsRead(shop, () => soldLines(500))).toBeLessThan(size / 10)
})

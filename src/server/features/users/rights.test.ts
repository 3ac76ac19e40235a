import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** @shows asvs-7.4.2 */
test.each([
  ['role', `update users set role = 'customer' where uid = $1`, 403],
  ['verified e-mail', 'update users set email_verified = false where uid = $1', 403],
  ['account', 'update users set deactivated_at = now() where uid = $1', 401],
])('an admin who loses the %s has no rights on the next request', async (_, loss, status) => {
  const admin = await shop.signIn({ isAdmin: true })
  const ask = () => shop.call(admin, users.list, { query: {} })
  expect((await ask()).status).toBe(200)
  await shop.database.pool.query(loss, [admin.uid])
  expect((await ask()).status).toBe(status)
})

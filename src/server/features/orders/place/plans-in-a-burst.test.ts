import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueOrderMails } from '../../order-mails/order-mails.ts'
import { findTerms, limitNumbers, noReservationLimits } from '../reservation-limits.ts'
import { refuseSameList } from './refuse-same-list.ts'
import { expectNoSequentialScan } from '../../../testing/query-plans.ts'
import { openLargeShop, largeSize as size } from '../../../testing/rows/large-shop.ts'
import { emailOf, productId } from '../../../testing/rows/many-rows.ts'
import type { TestShop } from '../../../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openLargeShop()
}, 120_000)
afterAll(() => shop.close())

/** The id of an account with orders. */
async function findAccount() {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    'select id from users where email = $1',
    [emailOf(7)],
  )
  return rows[0]!.id
}

test('mails about many orders read the events of their own orders only', async () => {
  await shop.database.pool.query(`insert into order_mails (order_id, kind, reference, details)
    select id, 'paid', 'many', '{}' from orders; analyze order_mails`)
  await expectNoSequentialScan(shop, () => queueOrderMails(shop.shop))
})

test('a list is compared with the orders of its own account only', async () => {
  const userId = await findAccount()
  const known = { list: [productId(size, 7), productId(size, 8)], again: [] }
  await expectNoSequentialScan(shop, () => refuseSameList(shop.database.pool, userId, known))
})

test('an order reads the reservations of its own account only', async () => {
  const { pool } = shop.database
  const client = await pool.connect()
  // The statistics are of a time without reservations.
  const { rowCount: reserved } = await pool.query(
    `update orders set held_until = now() + interval '1 hour'
     where status = 'unpaid' and deleted_at is null`,
  )
  expect(reserved).toBeGreaterThan(500)
  // The connection may have read rows before.
  const ordersRead = async () => {
    const { rows } = await client.query<{ read: number }>(
      `select idx_tup_fetch::integer as read from pg_stat_xact_user_tables where relname = 'orders'`,
    )
    return rows[0]!.read
  }
  await client.query('begin')
  const userId = await findAccount()
  const before = await ordersRead()
  const limits = limitNumbers(noReservationLimits(60))
  await findTerms(client, { userId, products: [productId(size, 7)], limits })
  const read = (await ordersRead()) - before
  await client.query('rollback')
  client.release()
  expect(read).toBeLessThan(10)
})

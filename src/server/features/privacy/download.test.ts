import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownData } from '#contract/own-data.ts'
import { createLog } from '../../observability/log.ts'
import { storedTables } from '../../retention/personal-data.ts'
import { personEverywhere, rowsWith } from '../../testing/rows/person-everywhere.ts'
import type { PersonEverywhere } from '../../testing/rows/person-everywhere.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { orders } from '#contract/orders/orders.ts'
import { orderOf } from '../../testing/payments.ts'
import { copiesOfOrder } from '../../testing/rows/order-copies.ts'

type Rows = Record<string, unknown>[]

let shop: TestShop
let zoe: PersonEverywhere
let noah: PersonEverywhere
const errors: string[] = []
beforeAll(async () => {
  const logger = createLog('error', { write: (line) => void errors.push(line) })
  shop = await openShop({ CONTACT_EMAIL: 'shop@shop.example', NEWSLETTER: 'on' }, logger)
  const admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  zoe = await personEverywhere(shop, admin, 'Zoe')
  noah = await personEverywhere(shop, admin, 'Noah')
})
afterAll(() => shop.close())

async function download({ email, token }: TestUser) {
  const answer = await shop.app.inject({
    url: `/api${ownData.download.path.replace('{email}', encodeURIComponent(email))}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="my-data.json"',
  ])
  return { text: answer.body, data: answer.json<Record<string, Rows>>() }
}

/** Tables whose rows mention an account and are not about it, with the reason. */
const notAboutThem: Readonly<Record<string, string>> = {
  order_mail_pauses: 'a moment of the last minute',
  products: 'the catalogue is the shop’s, also what an admin entered',
  stock_movements: 'units of products',
}

const isExpected = (table: string) => !(table in notAboutThem)

const isOrderTable = (table: string) => storedTables[table]?.rows === 'orderRows'

/** @shows row-93, asvs-14.2.4 */
test('a download contains every row of every table about its account', async () => {
  const { data } = await download(zoe)
  const expected = await rowsWith(shop, [zoe.id, zoe.uid, zoe.email, ...Object.values(zoe.orders)])
  const counted = Object.keys(expected).map((table) => {
    const rows = isOrderTable(table)
      ? data['orders']?.flatMap((order) => order[table] as Rows)
      : data[table]
    return [table, rows?.length ?? 0]
  })
  expect(Object.fromEntries(counted.filter(([table]) => isExpected(String(table))))).toEqual(
    Object.fromEntries(Object.entries(expected).filter(([table]) => isExpected(table))),
  )
  // The person has rows wherever the list expects some.
  const empty = Object.entries(data).filter(([, rows]) => Array.isArray(rows) && rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual([])
  expect(errors).toEqual([])
})

/** Tables of rare rows of an order, which are read like the others of an order. */
const withoutSample = ['dispute_events', 'disputes', 'partial_refunds', 'shipment_events']

/** @shows row-93, asvs-14.2.4 */
test('the person of these tests has a row in every other table that refers to accounts or orders', async () => {
  const { rows } = await shop.database.pool.query<{ table: string }>(
    `select distinct conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid in ('users'::regclass, 'orders'::regclass) order by 1`,
  )
  const filled = await rowsWith(shop, [zoe.id, zoe.uid, zoe.email, ...Object.values(zoe.orders)])
  const hint = 'Add a row of the new table to personEverywhere()'
  const empty = rows.map(({ table }) => table).filter((table) => !(table in filled))
  expect(empty, hint).toEqual(withoutSample)
})

/** @shows row-93, P8, asvs-8.2.2 */
test('a download contains nothing of another person', async () => {
  const { text } = await download(zoe)
  for (const theirs of [noah.id, noah.uid, ...noah.traces, ...Object.values(noah.orders)]) {
    expect([theirs, text.includes(theirs)]).toEqual([theirs, false])
  }
})

/** @shows row-93, asvs-14.2.4 */
test('a download contains no password, token or link that gives access', async () => {
  const { text } = await download(zoe)
  const { rows } = await shop.database.pool.query<{ secret: string }>(
    `select password as secret from identity.account where "userId" = $1
     union all select token from identity.session where "userId" = $1
     union all select identifier from identity.verification where value = $1
     union all select unnest(array[confirm_token, unsubscribe_token])
       from newsletter_subscriptions where email = $2`,
    [zoe.uid, zoe.email],
  )
  expect(rows.length).toBeGreaterThan(4)
  for (const { secret } of rows) expect([secret, text.includes(secret)]).toEqual([secret, false])
  expect(text).not.toContain('https://parts.example/verify')
})

/** @shows row-93, P8 */
test('the data of another account cannot be downloaded', async () => {
  for (const email of [noah.email, 'nobody@shop.example']) {
    const { statusCode } = await shop.app.inject({
      url: `/api/account/${email}/data`,
      headers: { authorization: `Bearer ${zoe.token}` },
    })
    expect([email, statusCode]).toEqual([email, 403])
  }
})

test('a download of more orders than one batch has each order once', async () => {
  const buyer = await shop.signIn({ name: 'Bea' })
  const part = await shop.stock()
  await shop.call(buyer, orders.place, { body: orderOf(part, 10) })
  await shop.database.pool.query(
    `with ${copiesOfOrder({ of: '(select id from orders where email = $1)', count: 450 })} select`,
    [buyer.email],
  )
  const { data } = await download(buyer)
  expect(data['orders']).toHaveLength(451)
  expect(new Set(data['orders']?.map(({ id }) => id)).size).toBe(451)
})

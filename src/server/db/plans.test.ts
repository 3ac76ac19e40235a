import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { makeOrderMails } from '../features/orders/order-mails.ts'
import { lapseHolds, payRefunds, pollIntents, processInbox } from '../features/payments/jobs.ts'
import { emailOf, productId, rareWord, seed } from '../testing/many-rows.ts'
import { openShop } from '../testing/shop.ts'
import type { TestShop, TestUser } from '../testing/shop.ts'

const size = 20_000
let shop: TestShop
let admin: TestUser
let buyer: TestUser

beforeAll(async () => {
  shop = await openShop()
  await shop.database.patiently(({ pool }) => seed(pool, size))
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  buyer = await shop.signIn()
}, 120_000)
afterAll(() => shop.close())

/** Every table that grows as the shop sells. */
const large =
  /Seq Scan on (?:products|product_prices|orders|order_events|stock_movements|payment_intents|users|reviews|idempotency_keys|webhook_events|outbox|order_mails)\b.*/g

interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** The statements that the database is sent meanwhile. */
async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await act()
  for (const [first, second] of query.mock.calls as unknown[][]) {
    const asked = typeof first === 'string' ? { text: first, values: second } : first
    const { name, text, values } = asked as Partial<Statement>
    if (text && /^\s*(?:select|insert|update|delete|with)\b/i.test(text)) {
      sent.push({ ...(name && { name }), text, values: Array.isArray(values) ? values : [] })
    }
  }
  query.mockRestore()
  return sent
}

/**
 * How the database goes about it: with these values, and for a statement it plans once also without
 * looking at them.
 */
async function plansOf({ name, text, values }: Statement): Promise<string[]> {
  const client = await shop.database.pool.connect()
  const explain = async (statement: string, given?: unknown[]) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(statement, given)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  try {
    const plans = [await explain(`explain ${text}`, values)]
    if (name) plans.push(await explain(`explain (generic_plan) ${text}`))
    return plans
  } finally {
    client.release()
  }
}

const at = productId(size, size / 2)
const call = (
  who: TestUser | undefined,
  ...rest: Parameters<TestShop['call']> extends [unknown, ...infer R] ? R : never
) => shop.call(who, ...rest)

const paths: [string, () => Promise<unknown>][] = [
  ['a product', () => call(undefined, products.one, { params: { id: at } })],
  ['the catalogue', () => call(undefined, products.list, { query: { limit: 24 } })],
  ['the whole catalogue', () => call(undefined, products.list, { query: {} })],
  [
    'a page of the catalogue',
    () => call(undefined, products.list, { query: { limit: 24, after: at } }),
  ],
  ['the newest', () => call(undefined, products.list, { query: { limit: 24, sort: 'newest' } })],
  [
    'a page of the newest',
    () => call(undefined, products.list, { query: { limit: 24, sort: 'newest', after: at } }),
  ],
  ['a search for many', () => call(undefined, products.list, { query: { limit: 24, q: 'brake' } })],
  ['a search for few', () => call(undefined, products.list, { query: { limit: 24, q: rareWord } })],
  [
    'a search for one',
    () => call(undefined, products.list, { query: { limit: 24, q: 'AP-0000777' } }),
  ],
  [
    'a search for none',
    () => call(undefined, products.list, { query: { limit: 24, q: 'no such' } }),
  ],
  ['a search for a letter', () => call(undefined, products.list, { query: { limit: 24, q: 'b' } })],
  [
    'a search for two letters',
    () => call(undefined, products.list, { query: { limit: 24, q: 'zq' } }),
  ],
  ['reviews', () => call(undefined, reviews.list, { query: { limit: 10 } })],
  [
    'a search in reviews',
    () => call(undefined, reviews.list, { query: { limit: 10, q: 'number 17' } }),
  ],
  ['placing an order', () => order(buyer, 'key')],
  ['placing an order again under its key', () => order(buyer, 'key')],
  ['placing an order without a key', () => order(buyer)],
  ['all orders', () => call(admin, orders.all, { query: { limit: 50 } })],
  ['a search for orders', () => call(admin, orders.all, { query: { limit: 50, q: emailOf(77) } })],
  ['my orders', () => call(buyer, orders.mine, { query: { email: buyer.email } })],
  [
    'a search in my orders',
    () => call(buyer, orders.mine, { query: { email: buyer.email, q: 'brake' } }),
  ],
  ['all accounts', () => call(admin, users.list, { query: { limit: 50 } })],
  [
    'a search for accounts',
    () => call(admin, users.list, { query: { limit: 50, q: emailOf(77) } }),
  ],
  ['another account', () => call(admin, users.isAdmin, { params: { email: emailOf(77) } })],
  ['signing out', async () => call(await shop.signIn(), accounts.signOut, {})],
  ['the provider’s events', () => processInbox(shop.shop)],
  ['lapsed holds', () => lapseHolds(shop.shop)],
  ['open payments', () => pollIntents(shop.shop)],
  ['refunds', () => payRefunds(shop.shop)],
  ['mails of orders', () => makeOrderMails(shop.shop)],
]

const order = (who: TestUser, idempotencyKey?: string) =>
  shop.call(
    who,
    orders.place,
    {
      body: {
        product: at,
        name: 'x',
        quantity: 10,
        price: ((1000 + ((size / 2) % 9000)) * 10) / 100,
      },
    },
    idempotencyKey ? { idempotencyKey } : {},
  )

test.each(paths)('%s: no large table is read from end to end', async (_name, act) => {
  const statements = await statementsOf(act)
  expect(statements).not.toHaveLength(0)
  for (const statement of statements) {
    for (const plan of await plansOf(statement)) {
      expect({ statement: statement.text, reads: plan.match(large) }).toEqual({
        statement: statement.text,
        reads: null,
      })
    }
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { contact } from '#contract/contact.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { largeSize as size, openLargeShop } from '../testing/rows/large-shop.ts'
import { recordAdditions } from '../testing/rows/many-rows.ts'
import { frequent, texts } from '../testing/rows/searched-texts.ts'
import { expectNoSequentialScan, rowsRead } from '../testing/query-plans.ts'
import { sampleOf } from '../testing/sample.ts'
import type { TestShop, TestUser } from '../testing/shop.ts'

let shop: TestShop
let admin: TestUser
let buyer: TestUser

beforeAll(async () => {
  shop = await openLargeShop({ CONTACT_EMAIL: 'inbox@shop.example' })
  await shop.database.withoutTimeouts(async ({ pool }) => {
    // As many products again that are no longer for sale.
    await pool.query(
      `insert into products (name, email, price_cents, quantity, description, img, archived_at, part_number)
       select name, email, price_cents, quantity, description, img, now(), part_number from products`,
    )
    await pool.query(
      `insert into reviews (user_id, name, rating, title, description)
       select user_id, 'Mia Buyer', 5, 'As described', 'Fitted without trouble, number ' || transaction_id
       from orders where paid`,
    )
    await pool.query('vacuum analyze products, reviews')
  })
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  await recordAdditions(shop.database.pool, admin.email)
  buyer = await shop.signIn()
}, 240_000)
afterAll(() => shop.close())

const sorts = ['oldest', 'newest', 'lowest-price', 'name'] as const

/** Every call that takes a search. */
const searches: [string, (q: string) => Promise<unknown>][] = [
  ...sorts.map((sort): [string, (q: string) => Promise<unknown>] => [
    `the catalogue by ${sort}`,
    (q) => shop.call(undefined, products.list, { query: { q, sort, limit: 24, page: 2 } }),
  ]),
  [
    'a page of the catalogue',
    (q) => shop.call(undefined, products.list, { query: { q, kind: 'brakes', limit: 24 } }),
  ],
  ['the whole catalogue', (q) => shop.call(undefined, products.list, { query: { q } })],
  ['suggestions', (q) => shop.call(undefined, products.suggestions, { query: { q } })],
  ['how many products are found', (q) => shop.call(undefined, products.found, { query: { q } })],
  ...(['live', 'short', 'archived'] as const).map(
    (tab): [string, (q: string) => Promise<unknown>] => [
      `the admin’s ${tab} products`,
      (q) => shop.call(admin, manageProducts.list, { query: { q, tab, limit: 50 } }),
    ],
  ),
  [
    'the counts of the admin’s products',
    (q) => shop.call(admin, manageProducts.counts, { query: { q } }),
  ],
  ['all orders', (q) => shop.call(admin, manageOrders.all, { query: { q, limit: 50 } })],
  [
    'orders to ship',
    (q) => shop.call(admin, manageOrders.all, { query: { q, tab: 'to-ship', limit: 50, page: 2 } }),
  ],
  ['the counts of all orders', (q) => shop.call(admin, manageOrders.counts, { query: { q } })],
  ['my orders', (q) => shop.call(buyer, ownOrders.mine, { query: { email: buyer.email, q } })],
  [
    'the counts of my orders',
    (q) => shop.call(buyer, ownOrders.counts, { query: { email: buyer.email, q } }),
  ],
  ['accounts', (q) => shop.call(admin, users.list, { query: { q, limit: 50 } })],
  [
    'accounts by address',
    (q) => shop.call(admin, users.list, { query: { q, sort: 'email', page: 1, limit: 50 } }),
  ],
  [
    'closed accounts',
    (q) => shop.call(admin, users.list, { query: { q, tab: 'closed', page: 1, limit: 50 } }),
  ],
  ['the counts of accounts', (q) => shop.call(admin, users.counts, { query: { q } })],
  ['reviews', (q) => shop.call(undefined, reviews.list, { query: { q, limit: 10 } })],
  ['all reviews', (q) => shop.call(admin, reviews.managed, { query: { q, limit: 25 } })],
  ['the number of all reviews', (q) => shop.call(admin, reviews.count, { query: { q } })],
  ['the audit log', (q) => shop.call(admin, audit.list, { query: { q, limit: 50 } })],
  [
    'how much an admin did',
    (q) => shop.call(admin, audit.count, { query: { q, by: admin.email } }),
  ],
  [
    'the audit log of orders',
    (q) => shop.call(admin, audit.list, { query: { q, about: 'order', limit: 50, page: 2 } }),
  ],
  ['what an admin did', (q) => shop.call(admin, audit.list, { query: { by: q, limit: 50 } })],
  ['messages', (q) => shop.call(admin, contact.list, { query: { q, limit: 50 } })],
]

/** Each list gets one of three neighbours, which are of one kind: every list gets every kind, and every text nine lists. */
const textsOf = (list: number) => texts.filter((_, index) => index % 3 === list % 3)

/** @shows row-83 */
test.each(
  sampleOf(
    'plans of searches',
    searches.map(([name, search], list) => [name, search, textsOf(list)] as const),
    ([name]) => name,
  ),
)(
  '%s: no search reads a large table sequentially',
  async (_, search, typedHere) => {
    const explained = new Set<string>()
    for (const typed of typedHere)
      await expectNoSequentialScan(shop, () => search(typed), { typed, explained })
  },
  240_000,
)

/** Below the rows of a table, above what a search reads at most. */
const rowsMax = size * 0.6

/** @shows row-83, row-97 */
test.each(sampleOf('rows of searches', searches, ([name]) => name))(
  '%s: a search reads a limited part of a large table',
  async (_, search) => {
    const read = []
    for (const q of frequent) read.push({ q, rows: await rowsRead(shop, () => search(q)) })
    expect(read.filter(({ rows }) => rows > rowsMax)).toEqual([])
  },
  240_000,
)

/** @shows row-83, row-97 */
test.each(['ap-9999999', 'brake AP-00001', 'brake zq', 'qwerty fr'])(
  'a search for %s compares few of the products that have one of its words',
  async (q) => {
    const list = () => shop.call(undefined, products.list, { query: { q, limit: 24 } })
    expect(await rowsRead(shop, list)).toBeLessThan(size / 100)
  },
)

test.each([
  [1, {}],
  [20, {}],
  [1, { kind: 'lighting' }],
  [2, { kind: 'lighting' }],
] as const)('of very many matches by price, page %i leaves none out: %o', async (page, filter) => {
  const query = { ...filter, sort: 'lowest-price', limit: 24, page } as const
  const list = (more: { q?: string }) =>
    shop.call(undefined, products.list, { query: { ...query, ...more } })
  const [found, all] = [await list({ q: 'clips' }), await list({})]
  expect(found.body).toEqual(all.body)
})

test('of very many matches, the most exact is the first, not the shortest name', async () => {
  const { id } = await shop.stock({ name: 'Clips, longer than any other name' })
  const { body } = await shop.call(undefined, products.list, { query: { q: 'clips', limit: 24 } })
  expect(body.map(({ _id }) => _id)).toEqual([id, ...Array(23).fill(expect.any(String))])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit, auditKinds } from '#contract/audit.ts'
import { cart, savedLists } from '#contract/cart/cart.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { productNumbers } from '#contract/numbers/product-numbers.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { orders } from '#contract/orders/orders.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { prices } from '#contract/products/account-prices.ts'
import { products } from '#contract/products/products.ts'
import { quickOrder } from '#contract/quick-order.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { queueOrderMails } from '../features/order-mails/order-mails.ts'
import {
  expireReservations,
  processRefunds,
  pollOpenPayments,
  processWebhookEvents,
} from '../features/payments/jobs.ts'
import { emailOf, productId, rareWord, recordAdditions } from '../testing/rows/many-rows.ts'
import { oemNumberOf } from '../testing/rows/many-numbers.ts'
import { largeSize as size, openLargeShop } from '../testing/rows/large-shop.ts'
import { publicReads } from '../testing/rows/public-reads.ts'
import { blocksRead, expectNoSequentialScan, expectNoWorkers } from '../testing/query-plans.ts'
import type { TestShop, TestUser } from '../testing/shop.ts'

let shop: TestShop
let admin: TestUser
let buyer: TestUser
let member: TestUser
let listId: string

beforeAll(async () => {
  shop = await openLargeShop()
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
  await recordAdditions(shop.database.pool, admin.email)
  buyer = await shop.signIn()
  member = await shop.signIn()
  listId = await fillPriceLists()
  await fillCarts()
}, 120_000)
afterAll(() => shop.close())

/** A line of a cart and a saved list of one part for each account, and an order that took the part out of a cart. */
const fillCarts = () =>
  shop.database.pool.query(`
    insert into cart_lines (user_id, product_id, quantity, seen_price_cents)
    select users.id, '${at}', 10, 400 from users;
    insert into saved_lists (user_id, name) select id, 'Service' from users;
    insert into saved_list_lines (list_id, line, product_id, quantity)
    select id, 1, '${at}', 10 from saved_lists;
    insert into ordered_from_carts (user_id, product_id, order_id)
    select distinct on (user_id) user_id, '${at}', id from orders;
    analyze cart_lines, ordered_from_carts, saved_lists, saved_list_lines`)

/** Ten lists with prices of each product; `member` is on one of them. */
async function fillPriceLists() {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    `with lists as (
       insert into price_lists (name) select 'List ' || n from generate_series(1, 10) as n returning id
     ), priced as (
       insert into list_prices select lists.id, products.id, 1, 400 from lists, products
     ), put as (
       update users set price_list = (select min(id::text)::uuid from lists) where uid = $1
     )
     select min(id::text) as id from lists`,
    [member.uid],
  )
  await shop.database.pool.query('analyze list_prices, users')
  return rows[0]!.id
}

const at = productId(size, size / 2)
const line = { product: at, quantity: 10, seenPrice: 4 }
const call = (
  who: TestUser | undefined,
  ...rest: Parameters<TestShop['call']> extends [unknown, ...infer R] ? R : never
) => shop.call(who, ...rest)

const paths: [string, () => Promise<unknown>][] = [
  ...publicReads((...args) => call(undefined, ...args), at),
  ['the prices of an account', () => call(member, prices.own, { query: { products: at } })],
  [
    'an order of an account on a list',
    () => call(member, quickOrder.place, { body: { lines: [line], price: 40 } }),
  ],
  [
    'the accounts on a list',
    () => call(admin, priceLists.accounts, { params: { id: listId }, query: {} }),
  ],
  [
    'the prices of one product in a list',
    () =>
      call(admin, priceLists.setPrices, {
        params: { id: listId },
        body: { product: at, prices: [{ from: 1, price: 4 }] },
      }),
  ],
  ['other numbers of a product', () => call(admin, productNumbers.managed, { params: { id: at } })],
  [
    'the reviews of Home',
    () => call(undefined, reviews.list, { query: { limit: 12, by: 'confirmed' } }),
  ],
  ['all reviews', () => call(admin, reviews.managed, { query: { limit: 25 } })],
  [
    'a numbered page of them',
    () => call(admin, reviews.managed, { query: { page: 9, limit: 25 } }),
  ],
  ['the bought products of a buyer', () => call(buyer, reviews.bought, {})],
  [
    'a review of a product',
    () =>
      call(buyer, reviews.add, {
        body: { title: 'It fits', rating: 5, description: 'Without an adapter', product: at },
      }),
  ],
  ['placing an order', () => order(buyer, 'key')],
  ['placing an order again under its key', () => order(buyer, 'key')],
  ['placing an order without a key', () => order(buyer)],
  ['the admin’s products', () => call(admin, manageProducts.list, { query: { limit: 50 } })],
  [
    'products by name',
    () =>
      call(admin, manageProducts.list, { query: { limit: 50, sort: 'name', direction: 'asc' } }),
  ],
  [
    'deleted products',
    () => call(admin, manageProducts.list, { query: { limit: 50, tab: 'archived' } }),
  ],
  [
    'a change of stock',
    () =>
      call(admin, manageProducts.stock, {
        params: { id: at },
        body: { delta: 1, reason: 'Counted' },
      }),
  ],
  ['the audit log', () => call(admin, audit.list, { query: { limit: 50 } })],
  [
    'a later page of the audit log',
    () => call(admin, audit.list, { query: { limit: 50, page: 9 } }),
  ],
  ['what one admin did', () => call(admin, audit.list, { query: { limit: 50, by: admin.email } })],
  ['how much one admin did', () => call(admin, audit.count, { query: { by: admin.email } })],
  ['the changes of a product', () => call(admin, audit.list, { query: { limit: 10, object: at } })],
  [
    'the changes of a car',
    () => call(admin, audit.list, { query: { limit: 10, object: 'volkswagen/golf' } }),
  ],
  ...auditKinds.map((about): [string, () => Promise<unknown>] => [
    `the changes about ${about}`,
    () => call(admin, audit.list, { query: { limit: 10, about } }),
  ]),
  ['all orders', () => call(admin, manageOrders.all, { query: { limit: 50 } })],
  ...(['to-ship', 'shipped', 'not-paid', 'refunded', 'disputed'] as const).map(
    (tab): [string, () => Promise<unknown>] => [
      `a page of the orders that are ${tab}`,
      () => call(admin, manageOrders.all, { query: { limit: 50, tab, page: 2 } }),
    ],
  ),
  ['revenue', () => call(admin, manageOrders.revenue, {})],
  ['the pick list', () => call(admin, manageOrders.pickList, {})],
  ['my orders', () => call(buyer, ownOrders.mine, { query: { email: buyer.email } })],
  [
    'my orders with their history',
    () => call(buyer, ownOrders.mine, { query: { email: buyer.email, page: 1, tab: 'shipped' } }),
  ],
  [
    'my cancelled orders',
    () => call(buyer, ownOrders.mine, { query: { email: buyer.email, tab: 'cancelled' } }),
  ],
  [
    'a list of parts',
    () => call(buyer, quickOrder.check, { body: { list: 'AP-0000777,10\nno such,10' } }),
  ],
  ['the parts of a cart', () => call(undefined, cart.parts, { body: { products: [at] } })],
  ['a cart', () => call(buyer, cart.read, {})],
  ['the number of parts in a cart', () => call(buyer, cart.count, {})],
  ['changing a cart', () => call(buyer, cart.change, { body: { lines: [line] } })],
  [
    'parts that leave a cart',
    () => call(buyer, cart.combine, { body: { how: 'subtract', lines: [line] } }),
  ],
  ['saved lists', () => call(buyer, savedLists.list, {})],
  [
    'saving a list in place of another',
    () =>
      call(buyer, savedLists.save, { body: { name: 'Service', lines: [line], replaces: true } }),
  ],
  ['all accounts', () => call(admin, users.list, { query: { limit: 50 } })],
  ...(
    [
      { tab: 'admins' },
      { tab: 'closed' },
      { page: 2 },
      { sort: 'email', direction: 'asc', page: 400 },
      { sort: 'email', tab: 'admins' },
    ] as const
  ).map((query): [string, () => Promise<unknown>] => [
    `accounts ${JSON.stringify(query)}`,
    () => call(admin, users.list, { query: { limit: 50, ...query } }),
  ]),
  ['how many accounts there are', () => call(admin, users.counts, { query: {} })],
  ['another account', () => call(admin, users.isAdmin, { params: { email: emailOf(77) } })],
  ['signing out', async () => call(await shop.signIn(), accounts.signOut, {})],
  ['the provider’s events', () => processWebhookEvents(shop.shop)],
  ['lapsed holds', () => expireReservations(shop.shop)],
  ['open payments', () => pollOpenPayments(shop.shop)],
  ['refunds', () => processRefunds(shop.shop)],
  ['mails of orders', () => queueOrderMails(shop.shop)],
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

/** @shows row-83 */
test.each(paths)('%s: no sequential scan of a large table', (_name, act) =>
  expectNoSequentialScan(shop, act),
)

test.each(['all', 'shipped'] as const)(
  'a later page of %s orders reads the lines of its own rows only',
  async (tab) => {
    const blocks = await blocksRead(shop, () =>
      call(admin, manageOrders.all, { query: { limit: 50, page: 20, tab } }),
    )
    expect(blocks).toBeLessThan(400)
  },
)

/** @shows row-243 */
test.each([
  ['all', {}, 300],
  ['one object', { object: at }, 100],
  ['a kind without entries', { about: 'vehicle' }, 100],
  ['a kind that one of the tables has', { about: 'product' }, 300],
] as const)('the audit log of %s reads the rows of its page only', async (_name, filter, most) => {
  const blocks = await blocksRead(shop, () =>
    call(admin, audit.list, { query: { limit: 10, ...filter } }),
  )
  expect(blocks).toBeLessThan(most)
})

/** @shows row-161 */
test('a number reads a few rows of 60,000, 200 numbers a few for each', async () => {
  const many = Array.from({ length: 200 }, (_, n) => oemNumberOf(1 + n * 50).toLowerCase())
  for (const partNumbers of [many.slice(0, 1), many]) {
    const blocks = await blocksRead(shop, () =>
      call(undefined, products.lookUp, { body: { partNumbers } }),
    )
    expect(blocks).toBeLessThan(partNumbers.length * 40)
  }
})

test('shipped orders are listed without reading newer orders that are not shipped', async () => {
  const { pool } = shop.database
  await pool.query('alter table orders disable trigger user')
  await pool.query(`update orders set status = 'paid' where id in (
    select id from orders where status = 'shipped' and deleted_at is null order by id desc limit 4000)`)
  await pool.query('alter table orders enable trigger user')
  await pool.query('vacuum analyze orders')
  const blocks = await blocksRead(shop, () =>
    call(admin, manageOrders.all, { query: { limit: 25, tab: 'shipped' } }),
  )
  expect(blocks).toBeLessThan(200)
})

test.each([
  [
    'the list of orders',
    () => call(admin, manageOrders.all, { query: { limit: 50, q: rareWord } }),
  ],
  ['the counts of orders', () => call(admin, manageOrders.counts, { query: { q: rareWord } })],
  ['all accounts', () => call(admin, users.list, { query: { limit: 50, q: 'mia' } })],
])('a search in %s starts no parallel workers', (_name, act) => expectNoWorkers(shop, act))

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { contact } from '#contract/contact.ts'
import { manageOrders } from '#contract/manage-orders.ts'
import { manageProducts } from '#contract/manage-products.ts'
import { ownOrders } from '#contract/own-orders.ts'
import { products } from '#contract/products.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { largeSize as size, openLargeShop } from '../testing/rows/large-shop.ts'
import { oemNumberOf } from '../testing/rows/many-numbers.ts'
import { emailOf, rareWord, recordAdditions } from '../testing/rows/many-rows.ts'
import { expectNoSequentialScan, rowsRead } from '../testing/query-plans.ts'
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
  ['the audit log', (q) => shop.call(admin, audit.list, { query: { q, limit: 50 } })],
  ['what an admin did', (q) => shop.call(admin, audit.list, { query: { by: q, limit: 50 } })],
  ['messages', (q) => shop.call(admin, contact.list, { query: { q, limit: 50 } })],
]

/** Wrong letters, missing spaces, and frequent words that never occur together. */
const mistyped = [
  'tailight',
  'headlihgt lefft',
  'brkae dics',
  'sparkplug',
  'wind shield wiper',
  'left right',
  'upper lower inner',
  'qwerty asdfgh',
  'hood shocks tire',
]

const ordinary = [
  mistyped,
  [
    'brake',
    rareWord,
    'AP-0000777',
    'ap 0000777',
    oemNumberOf(777),
    'ks 0000777',
    'KS-9990777-F',
    'no such',
    'panel rear brake',
    'number 17',
  ],
  [
    'b',
    'zq',
    'of',
    'fr re',
    'brake fr re',
    'a f',
    '0',
    '00',
    '000',
    emailOf(77),
    'mia buyer',
    'deadbeef',
    'pi_77',
    'po-',
    'PO-1776',
    '00000000-0000-7000-8000-000000000000',
  ],
].flat()

/** Inputs without three letters in a row, or with letters that a database may not know. */
const odd = [
  ['%', '_', '\\', '??', '#!', '%%%', '___', '\\\\\\', '.*', '()', '[]', '(', '[a', '*', '$^'],
  ['a%', '%a', 'a_b', 'a\\', 'a-b', 'a/c', 'ap-', 'p-0', '1.', '-1', "a'b", 'a"b', '0%', '%00'],
  ['a b c d e f g h', 'of to in', 'a % b', '- - -', 'a\tb', 'a\u00A0b', 'a\u3000b\u2009c'],
  ['é', 'e\u0301', '\u0301', 'ß', 'İ', 'ﬀ', '½', '½½½', '①②③', 'क्', '中', '中文', '日本語'],
  [
    'тормоз',
    'то',
    'ブレーキ',
    '브레이크',
    'ม',
    'العربية',
    '𝒶𝒷𝒸',
    '🚗',
    '👩‍🔧👩‍🔧👩‍🔧',
    '1️⃣2️⃣3️⃣',
    '🚗a🚗',
  ],
  [
    '@',
    'a@b',
    'a@b.c',
    '%@%.%',
    '_@_._',
    '\\@\\.\\',
    '@.',
    'é@é.é',
    '\u200B\u200B\u200B',
    '\u202Eab',
  ],
  [
    '%'.repeat(100),
    'a '.repeat(50),
    'é'.repeat(100),
    '0'.repeat(100),
    '🚗'.repeat(50),
    'x%'.repeat(50),
  ],
].flat()

const piece = fc.oneof(
  fc.constantFrom(
    ...String.raw`% _ \ ? # ! * ( ) [ ] { } | & ^ $ ~ ' " ; : , . / + - = @`.split(' '),
  ),
  fc.constantFrom('a', 'b', 'e', 'i', 'z', '0', '1', '9'),
  fc.constantFrom(' ', '\t', '\u00A0', '\u2003', '\u3000', '\u200B'),
  fc.constantFrom('é', 'e\u0301', '\u0308', '中', 'ж', 'क', '្', 'ﷺ', 'ʼ', '٣', '²', '🛞', '\uD800'),
  fc.constantFrom('br', 'of', 'AP', '00', 'zq'),
)
const mixed = fc.string({ unit: piece, minLength: 1, maxLength: 12 })

const texts = [...ordinary, ...odd, ...fc.sample(mixed, { seed: 14, numRuns: 60 })]
/** Each list gets one of three neighbours, which are of one kind: every list gets every kind, and every text nine lists. */
const textsOf = (list: number) => texts.filter((_, index) => index % 3 === list % 3)

/** @shows row-83 */
test.each(searches.map(([name, search], list) => [name, search, textsOf(list)] as const))(
  '%s: no search reads a large table sequentially',
  async (_, search, typedHere) => {
    const explained = new Set<string>()
    for (const typed of typedHere)
      await expectNoSequentialScan(shop, () => search(typed), { typed, explained })
  },
  240_000,
)

/** Words of many rows, of which few or no rows have these in this order, and parts of words that none has. */
const scattered = [
  ...mistyped,
  'clips',
  'salt heat',
  'a',
  'brake disc',
  'AP-0000777 brake',
  'theat',
  'example shop',
  'trouble fitted',
  'about question',
  'po-1',
  'deadbeef',
]
const words =
  'brake disc front left right rear models drawing clips screws salt heat reference buyer shop example mia fitted trouble number question about'.split(
    ' ',
  )
const shuffled = fc.shuffledSubarray(words, { minLength: 2, maxLength: 3 })

const frequent = [
  ...scattered,
  ...fc.sample(shuffled, { seed: 15, numRuns: 10 }).map((some) => some.join(' ')),
]

/** Below the rows of a table, above what a search reads at most. */
const rowsMax = size * 0.6

/** @shows row-83, row-97 */
test.each(searches)(
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

test.each([1, 20])('of very many matches by price, page %i leaves none out', async (page) => {
  const query = { sort: 'lowest-price', limit: 24, page } as const
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

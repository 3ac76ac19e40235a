import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { products } from '#contract/products/products.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { shortId } from '#contract/formats/formatting.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser
let bea: TestUser
let mia: TestUser
let part: Awaited<ReturnType<TestShop['stock']>>
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  bea = await shop.signIn({ name: 'Bea', isAdmin: true })
  mia = await shop.signIn()
  part = await shop.stock({ name: 'Taillight 100% left', quantity: 40, price: 1200 })
  const params = { id: part.id }
  const seen = {
    name: part.name,
    price: 12,
    description: 'A part for tests',
    img: '/parts/door-rubber.svg',
  }
  await shop.call(anna, manageProducts.change, {
    params,
    body: { ...seen, price: 13.5, reason: 'New list', seen },
  })
  await shop.call(anna, manageProducts.stock, { params, body: { delta: 5, reason: 'Delivery 17' } })
  await shop.call(bea, products.remove, { params })
  await shop.call(bea, users.promote, { params: { email: mia.email } })
})
afterAll(() => shop.close())

const list = async (query: object = {}) => (await shop.call(anna, audit.list, { query })).body
const actions = async (query: object = {}) => (await list(query)).map(({ action }) => action)
const count = async (query: object = {}) => (await shop.call(anna, audit.count, { query })).body

/** @shows row-86 */
test('lists actions newest first with admin, target and values before and after', async () => {
  const rows = await list({ limit: 4 })
  expect(rows.map(({ by, action, name }) => [by, action, name])).toEqual([
    [bea.email, 'grant-admin', mia.email],
    [bea.email, 'archive-product', part.name],
    [anna.email, 'change-product', part.name],
    [anna.email, 'change-product', part.name],
  ])
  expect(rows[3]).toMatchObject({
    target: part.id,
    reason: 'New list',
    changes: [{ field: 'price_cents', before: '$12.00', after: '$13.50' }],
  })
  expect(rows[2]).toMatchObject({
    reason: 'Delivery 17',
    changes: [{ field: 'quantity', before: '40', after: '45' }],
  })
  expect(rows[1]!.changes[0]).toMatchObject({ field: 'archived_at', before: null })
})

/** @shows row-86 */
test.each([
  [() => ({ action: 'archive-product' }), ['archive-product']],
  [() => ({ by: 'BEA.' }), ['grant-admin', 'archive-product']],
  [() => ({ by: 'command line' }), ['grant-admin', 'grant-admin']],
  [() => ({ q: part.id }), ['archive-product', 'change-product', 'change-product']],
  [() => ({ q: '100% LEFT' }), ['archive-product', 'change-product', 'change-product']],
  [() => ({ q: mia.email }), ['grant-admin']],
  [
    () => ({ q: part.id, by: anna.email, action: 'change-product' }),
    ['change-product', 'change-product'],
  ],
  [() => ({ q: '100_ left' }), []],
  [() => ({ by: 'nobody' }), []],
] as const)('a filter shows what it asks for: %s', async (query, expected) => {
  expect(await actions(query())).toEqual(expected)
  expect(await count(query())).toEqual({ count: expected.length, isCapped: false })
})

test('pages show every action once', async () => {
  const all = await list({ limit: 100 })
  const pages = [await list({ limit: 4 }), await list({ limit: 4, page: 2 })]
  expect(pages.flat()).toEqual(all)
  expect((await count()).count).toBe(all.length)
})

test('invalid filters are refused', async () => {
  for (const query of [{ action: 'drop-table' }, { page: 0 }, { by: 'x'.repeat(101) }]) {
    expect((await shop.call(anna, audit.list, { query: query as never })).status).toBe(422)
  }
})

/** @shows row-86 */
test('orders are named by product and code, reviews by title', async () => {
  const steps = paymentSteps(shop)
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  await shop.call(anna, manageOrders.ship, { params: { id: ordered.id } })
  const review = { title: 'Not for my car', rating: 2, description: 'Two holes are missing' }
  const { insertedId } = (await shop.call(mia, reviews.add, { body: review })).body
  await shop.call(bea, reviews.hide, { params: { id: insertedId } })
  const rows = await list({ limit: 2 })
  expect(rows.map(({ action, name }) => [action, name])).toEqual([
    ['hide-review', review.title],
    ['ship-order', `${ordered.part.name}, order ${shortId(ordered.id)}`],
  ])
  expect(rows[0]!.changes[0]).toMatchObject({ field: 'hidden_at', before: null })
})

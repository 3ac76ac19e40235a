import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { prices } from '#contract/products/account-prices.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let anna: TestUser
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
})
afterAll(() => shop.close())

async function add(facts: { percentOff?: number; minOrder?: number } = {}) {
  const body = { name: `List ${randomUUID()}`, percentOff: 0, ...facts }
  const answer = await shop.call(anna, priceLists.add, { body })
  expect(answer.status).toBe(200)
  return { id: answer.body.insertedId, name: body.name }
}

const listed = async (id: string) =>
  (await shop.call(anna, priceLists.list, {})).body.find(({ _id }) => _id === id)

const putOn = (id: string, { email }: { email: string }) =>
  shop.call(anna, priceLists.putAccount, { params: { id, email } })

const takeOff = (id: string, { email }: { email: string }) =>
  shop.call(anna, priceLists.removeAccount, { params: { id, email } })

const setPrices = (id: string, product: string, own: { from: number; price: number }[]) =>
  shop.call(anna, priceLists.setPrices, { params: { id }, body: { product, prices: own } })

const ownPrices = async (user: TestUser, product: string) =>
  (await shop.call(user, prices.own, { query: { products: product } })).body[0]

/** The entries of the log about a list, oldest first. */
const logOf = async (name: string) =>
  (await shop.call(anna, audit.list, { query: { about: 'price-list', q: name } })).body.toReversed()

describe('a price list', () => {
  /** @shows row-168 */
  test('is added, changed and deleted, and each change is in its log', async () => {
    const { id, name } = await add({ percentOff: 12.5, minOrder: 250 })
    expect(await listed(id)).toMatchObject({ name, percentOff: 12.5, minOrder: 250, accounts: 0 })
    const changed = await shop.call(anna, priceLists.change, {
      params: { id },
      body: { name, percentOff: 20 },
    })
    expect(changed.body).toEqual({ modifiedCount: 1 })
    expect(await listed(id)).toMatchObject({ percentOff: 20, minOrder: 0 })
    const same = { params: { id }, body: { name, percentOff: 20, minOrder: 0 } }
    expect((await shop.call(anna, priceLists.change, same)).body).toEqual({ modifiedCount: 0 })
    const removed = await shop.call(anna, priceLists.remove, { params: { id } })
    expect(removed.body).toEqual({ deletedCount: 1 })
    expect(await listed(id)).toBeUndefined()
    const log = await logOf(name)
    expect(log.map(({ action, changes }) => [action, changes])).toEqual([
      [
        'add-price-list',
        [
          { field: 'name', before: null, after: name },
          { field: 'percent_off', before: null, after: '12.50' },
          { field: 'min_order_cents', before: null, after: '$250.00' },
        ],
      ],
      [
        'change-price-list',
        [
          { field: 'percent_off', before: '12.50', after: '20.00' },
          { field: 'min_order_cents', before: '$250.00', after: '$0.00' },
        ],
      ],
      ['delete-price-list', expect.any(Array)],
    ])
    expect(new Set(log.map(({ by }) => by))).toEqual(new Set([anna.email]))
  })

  /** @shows row-168 */
  test.each([
    [{ name: '', percentOff: 10 }, 'name'],
    [{ name: 'from 100', percentOff: 10 }, 'name'],
    [{ name: 'Workshops', percentOff: 90.01 }, 'percentOff'],
    [{ name: 'Workshops', percentOff: 12.345 }, 'percentOff'],
    [{ name: 'Workshops', percentOff: -1 }, 'percentOff'],
    [{ name: 'Workshops', percentOff: 10, minOrder: -1 }, 'minOrder'],
  ])('is refused as %j with the name of the field', async (body, field) => {
    const answer = await shop.call(anna, priceLists.add, { body })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field])
  })

  /** @shows row-168 */
  test('has a name of its own, ignoring case', async () => {
    const { id, name } = await add()
    const other = await add()
    const body = { name: name.toUpperCase(), percentOff: 1 }
    const added = await shop.call(anna, priceLists.add, { body })
    const renamed = await shop.call(anna, priceLists.change, { params: { id: other.id }, body })
    for (const answer of [added, renamed]) {
      expect([answer.body.code, answer.body.errors?.[0]?.field]).toEqual(['duplicate', 'name'])
    }
    expect((await shop.call(anna, priceLists.change, { params: { id }, body })).status).toBe(200)
  })

  /** @shows row-168 */
  test('is not deleted while an account is on it', async () => {
    const { id } = await add()
    const mia = await shop.signIn()
    await putOn(id, mia)
    const refused = await shop.call(anna, priceLists.remove, { params: { id } })
    expect([refused.status, refused.body.code]).toEqual([409, 'not-in-this-state'])
    await takeOff(id, mia)
    expect((await shop.call(anna, priceLists.remove, { params: { id } })).status).toBe(200)
  })
})

describe('an account', () => {
  /** @shows row-167, row-168, asvs-8.2.2 */
  test('has the prices of the list that it is on, from the next call on, and nobody else has them', async () => {
    const [mia, eve] = [await shop.signIn(), await shop.signIn()]
    const part = await shop.stock({ price: 2000 })
    const open = { price: 20, breaks: [], from: 'list' }
    const [first, second] = [await add({ percentOff: 10 }), await add({ percentOff: 25 })]
    expect(await ownPrices(mia, part.id)).toEqual(open)
    expect((await putOn(first.id, mia)).body).toEqual({ modifiedCount: 1 })
    expect((await putOn(first.id, mia)).body).toEqual({ modifiedCount: 0 })
    expect(await ownPrices(mia, part.id)).toEqual({ price: 18, breaks: [], from: first.name })
    await putOn(second.id, mia)
    expect(await ownPrices(mia, part.id)).toEqual({ price: 15, breaks: [], from: second.name })
    expect(await ownPrices(eve, part.id)).toEqual(open)
    const accounts = await shop.call(anna, priceLists.accounts, {
      params: { id: second.id },
      query: {},
    })
    expect(accounts.body.map(({ email }) => email)).toEqual([mia.email])
    expect((await takeOff(first.id, mia)).status).toBe(404)
    expect((await takeOff(second.id, mia)).body).toEqual({ deletedCount: 1 })
    expect(await ownPrices(mia, part.id)).toEqual(open)
    const log = await logOf(second.name)
    expect(log.map(({ action, also }) => [action, also])).toEqual([
      ['add-price-list', null],
      ['put-on-price-list', mia.email],
      ['take-off-price-list', mia.email],
    ])
    expect(log[1]!.changes).toEqual([{ field: 'Previous list', before: first.name, after: null }])
  })

  /** @shows row-168 */
  test('with an address that is not verified is put on no list, and says so', async () => {
    const { id } = await add({ percentOff: 10 })
    const eve = await shop.signIn({ isVerified: false })
    const { status, body } = await putOn(id, eve)
    expect([status, body.code, body.detail]).toEqual([
      409,
      'email-not-verified',
      'This address is not verified yet: it may belong to someone else',
    ])
    expect(await listed(id)).toMatchObject({ accounts: 0 })
  })

  test('that does not exist is on no list', async () => {
    const { id } = await add()
    expect((await putOn(id, { email: 'nobody@shop.example' })).status).toBe(404)
    expect((await putOn(randomUUID(), await shop.signIn())).status).toBe(404)
  })
})

describe('the prices that a list has of its own', () => {
  /** @shows row-168 */
  test('are set by product with quantities, listed, and removed by an empty list', async () => {
    const { id, name } = await add()
    const part = await shop.stock({ price: 2000 })
    const own = [
      { from: 1, price: 19 },
      { from: 50, price: 15.5 },
    ]
    expect((await setPrices(id, part.id.toUpperCase(), own)).body).toEqual({ modifiedCount: 1 })
    const listedPrices = await shop.call(anna, priceLists.prices, { params: { id }, query: {} })
    expect(listedPrices.body).toEqual([
      { _id: part.id, product: { _id: part.id, name: part.name, price: 20 }, prices: own },
    ])
    expect(await listed(id)).toMatchObject({ products: 1 })
    expect((await setPrices(id, part.id, own)).body).toEqual({ modifiedCount: 0 })
    expect((await setPrices(id, part.id, [])).body).toEqual({ modifiedCount: 1 })
    expect(await listed(id)).toMatchObject({ products: 0 })
    const log = await logOf(name)
    expect(log.slice(1).map(({ also, changes }) => [also, changes])).toEqual([
      [part.name, [{ field: 'own_prices', before: null, after: '$19.00 from 1, $15.50 from 50' }]],
      [part.name, [{ field: 'own_prices', before: '$19.00 from 1, $15.50 from 50', after: null }]],
    ])
  })

  /** @shows row-168 */
  test('are refused with the name of the field, and for a product that the shop never had', async () => {
    const { id } = await add()
    const part = await shop.stock()
    const twice = await setPrices(id, part.id, [
      { from: 5, price: 1 },
      { from: 5, price: 2 },
    ])
    expect([twice.status, twice.body.errors?.[0]?.field]).toEqual([422, 'prices'])
    const free = await setPrices(id, part.id, [{ from: 5, price: 0 }])
    expect([free.status, free.body.errors?.[0]?.field]).toEqual([422, 'prices.0.price'])
    expect((await setPrices(id, randomUUID(), [])).status).toBe(404)
  })
})

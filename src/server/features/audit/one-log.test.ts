import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsAbout, audit, auditKinds } from '#contract/audit.ts'
import { manageSearch } from '#contract/manage-search.ts'
import { ownData } from '#contract/own-data.ts'
import { priceLists } from '#contract/prices/price-lists.ts'
import { manageProducts } from '#contract/products/manage-products.ts'
import { users } from '#contract/users.ts'
import { manageVehicles } from '#contract/vehicles/manage-vehicles.ts'
import { openShop } from '../../testing/shop.ts'
import { importActions } from '../../testing/steps/import-actions.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { tradeSteps } from '../../testing/steps/trade.ts'

let shop: TestShop
let anna: TestUser
let desk: ReturnType<typeof importActions>
let part: Awaited<ReturnType<TestShop['stock']>>
let mia: TestUser
let list: string
beforeAll(async () => {
  shop = await openShop()
  anna = await shop.signIn({ name: 'Anna', isAdmin: true })
  desk = importActions(shop, anna)
  part = await shop.stock({ name: 'Wiper blade', price: 2000 })
  mia = await shop.signIn({ name: 'Mia' })
  const added = await shop.call(anna, priceLists.add, {
    body: { name: 'Workshops', percentOff: 10, minOrder: 250 },
  })
  list = added.body.insertedId
  const params = { id: list }
  await shop.call(anna, manageProducts.stock, {
    params: { id: part.id },
    body: { delta: 5, reason: 'Delivery 17' },
  })
  await shop.call(anna, priceLists.setPrices, {
    params,
    body: { product: part.id, prices: [{ from: 1, price: 19 }] },
  })
  await shop.call(anna, priceLists.putAccount, { params: { ...params, email: mia.email } })
  await shop.call(anna, manageVehicles.add, {
    body: { make: 'Volkswagen', model: 'Golf', years: [[2010, 2014]], aliases: ['Rabbit'] },
  })
  await shop.call(anna, manageSearch.add, { body: { terms: ['roof box', 'top box'] } })
  const trade = tradeSteps(shop)
  await trade.ask(mia, { company: 'Mia’s Garage' })
  await trade.decide(anna, mia, { state: 'refused', reason: 'No such company' })
  await shop.call(anna, users.promote, { params: { email: mia.email } })
})
afterAll(() => shop.close())

const read = async (query: object = {}) => (await shop.call(anna, audit.list, { query })).body
const actions = async (query: object = {}) => (await read(query)).map(({ action }) => action)

/** @shows row-243 */
test('changes of products, prices, trade accounts, cars, synonyms and rights are one list, newest first', async () => {
  expect((await actions({ by: anna.email })).slice(0, 8)).toEqual([
    'grant-admin',
    'decide-trade-account',
    'add-synonyms',
    'add-vehicle',
    'put-on-price-list',
    'set-list-prices',
    'change-product',
    'add-price-list',
  ])
  const [decision, synonyms, car, put, own, , added] = (await read({ by: anna.email })).slice(1)
  expect(decision).toMatchObject({
    name: 'Mia’s Garage',
    also: mia.email,
    reason: 'No such company',
  })
  expect(synonyms).toMatchObject({
    name: 'roof box',
    changes: [{ field: 'terms', before: null, after: 'roof box, top box' }],
  })
  expect(car).toMatchObject({ name: 'Volkswagen Golf', target: 'volkswagen/golf' })
  expect(put).toMatchObject({ name: 'Workshops', target: list, also: mia.email, changes: [] })
  expect(own).toMatchObject({
    also: part.name,
    changes: [{ field: 'own_prices', before: null, after: '$19.00 from 1' }],
  })
  expect(added!.changes).toContainEqual({
    field: 'min_order_cents',
    before: null,
    after: '$250.00',
  })
})

/** @shows row-243 */
test('pages over all tables show every change once, in the same order', async () => {
  const all = await read({ limit: 100 })
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const pages = []
  for (let page = 1; page <= Math.ceil(all.length / 3); page += 1) {
    pages.push(...(await read({ limit: 3, page })))
  }
  expect(pages).toEqual(all)
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(all.length)
  expect((await shop.call(anna, audit.count, { query: {} })).body.count).toBe(all.length)
})

/** @shows row-243 */
test.each([
  ['a kind', () => ({ about: 'price-list' }), 3],
  ['a kind and a person', () => ({ about: 'vehicle', by: 'nobody' }), 0],
  ['an action of another kind', () => ({ about: 'vehicle', action: 'add-synonyms' }), 0],
  ['the name of a list', () => ({ q: 'WORKSH' }), 3],
  ['a term', () => ({ q: 'roof b' }), 1],
  ['the name of a car', () => ({ q: 'wagen golf' }), 1],
  ['a list', () => ({ object: list }), 3],
  ['a car', () => ({ object: 'volkswagen/golf' }), 1],
  ['a product, with its prices in lists', () => ({ object: part.id }), 2],
  ['a product by name, with its prices in lists', () => ({ q: 'wiper bl' }), 2],
  ['an account, with its price list and trade account', () => ({ q: mia.email }), 3],
  ['an object that does not exist', () => ({ object: 'lada/niva' }), 0],
] as const)('filtered by %s', async (_name, filter, count) => {
  const query = filter() as object
  expect(await read(query)).toHaveLength(count)
  expect((await shop.call(anna, audit.count, { query })).body).toEqual({ count, isCapped: false })
})

test('every action is about one kind of object', () => {
  const all = auditKinds.flatMap(actionsAbout)
  expect(new Set(all).size).toBe(all.length)
})

/** @shows row-243 */
test('an import is one entry above those of its products, its undo another, with file and numbers of rows', async () => {
  const row = { Description: 'Rubber', Picture: '/parts/door-rubber.svg', Price: '12.00' }
  const made = await desk.check([
    { Id: '', Name: 'Imported part', Stock: '10', ...row },
    { Id: part.id, Name: part.name, Stock: '', ...row },
  ])
  await desk.work('apply', made)
  expect((await actions()).slice(0, 4)).toEqual([
    'apply-import',
    'import-products',
    'import-products',
    'check-import',
  ])
  await desk.work('undo', made)
  const log = await read({ object: made._id })
  expect(log.map(({ action, name, by }) => [action, name, by])).toEqual([
    ['undo-import', 'list.csv', anna.email],
    ['apply-import', 'list.csv', anna.email],
    ['check-import', 'list.csv', anna.email],
  ])
  expect(log[1]!.changes).toEqual([
    { field: 'of', before: null, after: 'products' },
    { field: 'new_rows', before: null, after: '1' },
    { field: 'changed_rows', before: null, after: '1' },
  ])
  expect(log[0]!.changes).toContainEqual({ field: 'new_rows', before: '1', after: null })
})

/** @shows row-243 */
test('an import that is refused leaves the entry of its check alone', async () => {
  const made = await desk.check([{ Id: part.id, Name: part.name, Price: '13.00' }])
  await shop.database.pool.query(`update products set price_cents = 999 where id = $1`, [part.id])
  const after = await desk.work('apply', made)
  expect(after.problem).toContain('was changed by somebody else')
  expect((await read({ object: made._id })).map(({ action }) => action)).toEqual(['check-import'])
})

/** @shows row-243, row-242 */
test('a change of synonyms by a node of release 0.3.0 is in the log', async () => {
  const { body } = await shop.call(anna, manageSearch.add, {
    body: { terms: ['cv axle', 'half shaft'] },
  })
  await shop.database.pool.query(
    `insert into synonym_changes (synonym_id, actor, request_id, action, before, after)
     values ($1, (select id::text from users where uid = $2), 'r-1', 'changed',
       array['cv axle', 'half shaft'], array['cv axle', 'drive shaft'])`,
    [body.insertedId, anna.uid],
  )
  const [entry] = await read({ object: body.insertedId })
  expect(entry).toMatchObject({
    by: anna.email,
    action: 'change-synonyms',
    name: 'cv axle',
    changes: [{ field: 'terms', before: 'cv axle, half shaft', after: 'cv axle, drive shaft' }],
  })
})

/** @shows row-243, row-94 */
test('of an erased account and its company the log keeps the changes, and no name', async () => {
  const zoe = await shop.signIn({ name: 'Zoe' })
  const trade = tradeSteps(shop)
  await trade.ask(zoe, { company: 'Zoe’s Garage' })
  await trade.decide(anna, zoe, { state: 'refused', reason: 'Zoe has no company' })
  await shop.call(anna, priceLists.putAccount, { params: { id: list, email: zoe.email } })
  expect(await read({ q: zoe.email })).toHaveLength(2)
  const erased = await shop.call(zoe, ownData.erase, { params: { email: zoe.email } })
  expect(erased.body).toEqual({ isComplete: true })
  const [put, decided] = await read()
  expect([put!.action, decided!.action]).toEqual(['put-on-price-list', 'decide-trade-account'])
  expect(JSON.stringify([put, decided])).not.toMatch(/zoe/i)
  expect(await read({ q: zoe.email })).toEqual([])
})

/** @shows row-243 */
test('entries are never changed or deleted', async () => {
  for (const statement of [
    `update audit_entries set actor = 'configuration'`,
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await expect(shop.database.pool.query(statement)).rejects.toThrow('append-only')
  }
})

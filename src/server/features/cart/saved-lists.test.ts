import { beforeEach, expect, test } from 'vitest'
import { cartMessages, savedLists, savedListsMax } from '#contract/cart/cart.ts'
import { holdCart } from '../../testing/held-lock.ts'
import type { TestUser } from '../../testing/shop.ts'
import { openCarts } from '../../testing/steps/carts.ts'

const { shop, stockParts, cartOf: linesOf } = await openCarts()
const [pads, lamp] = await stockParts()
let mia: TestUser
beforeEach(async () => {
  mia = await shop.signIn()
})

const service = () => [
  { product: lamp.id, quantity: 10 },
  { product: pads.id, quantity: 20 },
]

const save = (user: TestUser, name: string, { replaces = false, lines = service() } = {}) =>
  shop.call(user, savedLists.save, { body: { name, lines, replaces } })

const listsOf = async (user: TestUser) =>
  (await shop.call(user, savedLists.list, {})).body.map(({ name, parts }) => [name, parts])

const fill = (user: TestUser, id: string) => shop.call(user, savedLists.fill, { params: { id } })

const cartOf = async (user: TestUser) =>
  (await linesOf(user)).map(({ name, quantity, seenPrice }) => ({ name, quantity, seenPrice }))

/** @shows row-131 */
test('a saved list fills the cart in its order at current prices, beside what is there', async () => {
  const { insertedId: id } = (await save(mia, 'Golf service')).body
  expect((await fill(mia, id)).body).toEqual({ count: 2 })
  expect((await fill(mia, id)).body).toEqual({ count: 2 })
  expect(await cartOf(mia)).toEqual([
    { name: lamp.name, quantity: 20, seenPrice: lamp.price },
    { name: pads.name, quantity: 40, seenPrice: 4 },
  ])
})

/** @shows row-131 */
test('names differ in more than capitals, and a list replaces one of its name only if asked to', async () => {
  await save(mia, 'Golf service')
  expect((await save(mia, 'GOLF SERVICE')).body).toMatchObject({
    code: 'duplicate',
    errors: [{ field: 'name', message: cartMessages.listNameTaken }],
  })
  const lines = [{ product: pads.id, quantity: 5 }]
  expect((await save(mia, 'GOLF SERVICE', { replaces: true, lines })).status).toBe(200)
  expect(await listsOf(mia)).toEqual([['GOLF SERVICE', 1]])
})

/** @shows row-131 */
test('a list is renamed and deleted', async () => {
  const { insertedId: id } = (await save(mia, 'Golf service')).body
  await save(mia, 'Audi')
  const rename = (name: string) =>
    shop.call(mia, savedLists.rename, { params: { id }, body: { name } })
  expect((await rename('Passat')).status).toBe(200)
  expect((await rename('audi')).body.code).toBe('duplicate')
  expect(await listsOf(mia)).toEqual([
    ['Audi', 2],
    ['Passat', 2],
  ])
  const remove = () => shop.call(mia, savedLists.remove, { params: { id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(await listsOf(mia)).toEqual([['Audi', 2]])
})

/** @shows row-131, P8 */
test('a list of an account is neither seen, filled, renamed, replaced nor deleted by another', async () => {
  const noah = await shop.signIn({ name: 'Noah' })
  const { insertedId: id } = (await save(mia, 'Golf service')).body
  const params = { id }
  expect(await listsOf(noah)).toEqual([])
  const answers = [
    await fill(noah, id),
    await shop.call(noah, savedLists.rename, { params, body: { name: 'Mine' } }),
    await shop.call(noah, savedLists.remove, { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  await save(noah, 'Golf service', { replaces: true })
  expect(await listsOf(mia)).toEqual([['Golf service', 2]])
})

/** @shows row-131 */
test('an account keeps a limited number of lists, also when two are saved at once', async () => {
  await shop.database.pool.query(
    `insert into saved_lists (user_id, name)
     select id, 'List ' || number from users, generate_series(1, $2) as number where uid = $1`,
    [mia.uid, savedListsMax - 1],
  )
  const lock = await holdCart(shop, mia)
  const saving = Promise.all([save(mia, 'One'), save(mia, 'Two')])
  await lock.areWaiting(2)
  await lock.release()
  const answers = await saving
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'too-many-lists',
    detail: cartMessages.tooManyLists,
  })
  expect(await listsOf(mia)).toHaveLength(savedListsMax)
})

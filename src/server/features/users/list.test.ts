import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let ada: TestUser
beforeAll(async () => {
  shop = await openShop()
  ada = await shop.signIn({ name: 'Ada', email: 'c@shop.example', isAdmin: true })
  await shop.signIn({ name: 'Bea', email: 'a@shop.example' })
  await shop.signIn({ name: 'Cleo', email: 'd@shop.example', isAdmin: true })
  await shop.signIn({ name: 'Dora', email: 'b@shop.example' })
  await shop.signIn({ name: 'Edda', email: 'e@shop.example' })
  for (const email of ['b@shop.example', 'd@shop.example', 'e@shop.example']) {
    await shop.call(ada, users.deactivate, { params: { email } })
  }
  await shop.call(ada, users.reactivate, { params: { email: 'e@shop.example' } })
})
afterAll(() => shop.close())

const list = async (query: object) =>
  (await shop.call(ada, users.list, { query })).body.map(({ email }) => email[0])

const counts = async (query: object) => (await shop.call(ada, users.counts, { query })).body

/** @shows row-74 */
test('without parameters the list is as specified: all accounts, oldest first', async () => {
  expect(await list({})).toEqual(['c', 'a', 'd', 'b', 'e'])
})

/** @shows row-74 */
test.each([
  [{ page: 1 }, ['e', 'b', 'd', 'a', 'c']],
  [{ direction: 'asc' }, ['c', 'a', 'd', 'b', 'e']],
  [{ sort: 'email', direction: 'asc' }, ['a', 'b', 'c', 'd', 'e']],
  [{ sort: 'email', direction: 'desc', limit: 2, page: 2 }, ['c', 'b']],
  [{ tab: 'all', limit: 2, page: 3 }, ['c']],
  [{ tab: 'admins' }, ['c']],
  [{ tab: 'closed' }, ['b', 'd']],
  [{ tab: 'closed', q: 'dora' }, ['b']],
  [{ tab: 'admins', q: 'dora' }, []],
  [{ page: 1, q: 'EDDA' }, ['e']],
  [{ page: 1, q: 'A@SHOP.EXAMPLE' }, ['a']],
  [{ page: 1, q: 'a@shop.ex' }, ['a']],
  [{ page: 1, q: '_@shop.example' }, []],
  [{ page: 1, q: '@shop.example' }, ['e', 'b', 'd', 'a', 'c']],
])('the list with %j is %j', async (query, expected) => {
  expect(await list(query)).toEqual(expected)
})

/** @shows row-74 */
test('accounts are counted by tab, of all and of a search', async () => {
  expect(await counts({})).toEqual({ counts: { all: 5, admins: 1, closed: 2 }, isCapped: false })
  expect(await counts({ q: 'dora' })).toEqual({
    counts: { all: 1, admins: 0, closed: 1 },
    isCapped: false,
  })
})

test('invalid list parameters are rejected', async () => {
  for (const query of [{ tab: 'nobody' }, { sort: 'password' }, { direction: 'up' }, { page: 0 }]) {
    expect((await shop.call(ada, users.list, { query: query as never })).status).toBe(422)
  }
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { users } from '#contract/users.ts'
import { createApp } from '../app.ts'
import { setRole } from '../features/users/admins.ts'
import { callApi, openShop } from '../testing/shop.ts'
import type { TestShop, TestUser } from '../testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** As a token has it, in whole seconds. */
const minutesAgo = (count: number) => new Date(Math.floor(Date.now() / 1000 - count * 60) * 1000)

/** @shows asvs-8.3.1 */
test('routes outside the contract cannot be registered', async () => {
  const { app } = await createApp({ ...shop.parts })
  expect(() => app.get('/api/secret', () => 'open')).toThrow('is not declared')
  await app.close()
})

/** @shows row-25, P9, asvs-7.4.1 */
test('logout revokes the sign-in and its ID token at once', async () => {
  const ida = await shop.signIn({ name: 'Ida' })
  const email = { params: { email: ida.email } }
  expect((await shop.call(ida, users.isAdmin, email)).body).toEqual({ admin: false })
  await shop.call(ida, accounts.signOut, {})
  expect((await shop.call(ida, users.isAdmin, email)).status).toBe(401)
  const again = await shop.call({ ...ida, token: ida.idToken }, accounts.exchange, email)
  expect(again.status).toBe(401)
})

/** @shows P9, asvs-8.2.2 */
test('simultaneous calls share a statement, and each has the rights of its own token', async () => {
  const mia = await shop.signIn()
  const admin = await shop.signIn({ isAdmin: true, signedInAt: minutesAgo(5) })
  const elsewhere = await shop.signIn({ ...mia, signedInAt: minutesAgo(10) })
  await shop.call(elsewhere, accounts.signOut, {})
  const unknown = await shop.signIn()
  await shop.database.pool.query('delete from users where uid = $1', [unknown.uid])
  const callers = [mia, elsewhere, admin, unknown, mia]
  const callAll = () =>
    Promise.all(
      callers.map(async (caller) => {
        const params = { email: caller.email }
        const { status, body } = await shop.call(caller, users.isAdmin, { params })
        return status === 200 ? body : status
      }),
    )
  await callAll()
  const query = vi.spyOn(shop.database.pool, 'query')
  expect(await callAll()).toEqual([{ admin: false }, 401, { admin: true }, 401, { admin: false }])
  expect(
    query.mock.calls.flatMap(([asked]) => {
      const { name, values } = asked as unknown as { name: string; values: unknown[][] }
      return name === 'users-of-tokens' ? values.slice(0, 1) : []
    }),
  ).toEqual([callers.map(({ uid }) => uid)])
})

describe('changes apply at once on other nodes', () => {
  let other: Awaited<ReturnType<typeof createApp>>
  beforeAll(async () => {
    other = await createApp({ ...shop.parts })
  })
  afterAll(() => other.app.close())

  const statusAtOther = async ({ token }: TestUser) =>
    (await callApi(other.app, users.list, { query: { limit: 1 } }, { token })).status

  /** @shows P9 */
  test('promotion and demotion', async () => {
    const [admin, mia] = await Promise.all([shop.signIn({ isAdmin: true }), shop.signIn()])
    expect(await statusAtOther(mia)).toBe(403)
    await shop.call(admin, users.promote, { params: { email: mia.email } })
    expect(await statusAtOther(mia)).toBe(200)
    await setRole(shop.database.db, mia.email, 'customer')
    expect(await statusAtOther(mia)).toBe(403)
  })

  test('logout', async () => {
    const admin = await shop.signIn({ isAdmin: true })
    expect(await statusAtOther(admin)).toBe(200)
    await shop.call(admin, accounts.signOut, {})
    expect(await statusAtOther(admin)).toBe(401)
  })

  /** @shows P9, asvs-7.4.2, asvs-7.4.5 */
  test('closing an account', async () => {
    const [admin, closed] = await Promise.all([
      shop.signIn({ isAdmin: true }),
      shop.signIn({ isAdmin: true }),
    ])
    expect(await statusAtOther(closed)).toBe(200)
    await shop.call(admin, users.deactivate, { params: { email: closed.email } })
    expect(await statusAtOther(closed)).toBe(401)
    const params = { email: closed.email }
    const again = await callApi(other.app, accounts.exchange, { params }, { token: closed.idToken })
    expect(again.status).toBe(403)
  })
})

test('answers 404 and 405 as problem documents, with Allow', async () => {
  const unknown = await shop.app.inject({ url: '/api/nothing' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not-found'])
  const method = await shop.app.inject({ method: 'DELETE', url: '/api/PRODUCTS' })
  expect([method.statusCode, method.headers['allow']]).toEqual([405, 'GET, POST'])
})

test('paths are case-insensitive', async () => {
  const lower = await shop.app.inject({ url: '/api/products' })
  const upper = await shop.app.inject({ url: '/api/Products' })
  expect([lower.statusCode, upper.statusCode]).toEqual([200, 200])
})

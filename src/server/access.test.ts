import { randomUUID } from 'node:crypto'
import { SignJWT, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { pathOf } from '#contract/endpoint.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { users } from '#contract/users.ts'
import { createApp } from './app.ts'
import { openShop } from './testing/shop.ts'
import type { TestShop, TestUser } from './testing/shop.ts'

let shop: TestShop
let callers: Record<string, { token: string; email?: string } | undefined>
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
  const [noah, admin, unverifiedAdmin, dead, demoted, closed] = await Promise.all([
    shop.signIn({ name: 'Noah' }),
    shop.signIn({ name: 'Ada', isAdmin: true }),
    shop.signIn({ name: 'Uma', isAdmin: true, isVerified: false }),
    shop.signIn({ name: 'Dee' }),
    shop.signIn({ name: 'Dan', isAdmin: true }),
    shop.signIn({ name: 'Cleo' }),
  ])
  await shop.call(dead, accounts.signOut, {})
  await shop.database.pool.query(`update users set role = 'customer' where uid = $1`, [demoted.uid])
  await shop.call(admin, users.deactivate, { params: { email: closed.email } })
  callers = {
    nobody: undefined,
    customer: mia,
    'other customer': noah,
    admin,
    'unverified admin': unverifiedAdmin,
    'demoted admin': demoted,
    'signed-out': dead,
    'closed account': closed,
    'ID token as access token': { token: mia.idToken },
    'foreign key': { token: await foreignToken(mia.uid) },
    garbage: { token: 'not.a.token' },
  }
})
// The matrix signs everybody out on its way; only whoever was signed out at the start stays so.
afterEach(() =>
  shop.database.pool.query(
    `delete from revoked_sessions using users where users.id = user_id and users.name <> 'Dee'`,
  ),
)
afterAll(() => shop.close())

async function foreignToken(uid: string) {
  const { privateKey } = await generateKeyPair('ES256')
  return new SignJWT({ auth_time: 1 })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setIssuer(shop.config.PUBLIC_URL)
    .setAudience('auto-parts-api')
    .setSubject(uid)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
}

const lifeless = [
  'nobody',
  'signed-out',
  'closed account',
  'ID token as access token',
  'foreign key',
  'garbage',
]
const customers = ['customer', 'other customer', 'unverified admin', 'demoted admin']

/** The status that turns a caller away at the door; undefined for those who may enter. */
function turnedAway(access: Access, caller: string): number | undefined {
  if (access === 'public') return undefined
  if (access === 'identity') return caller === 'ID token as access token' ? undefined : 401
  if (lifeless.includes(caller)) return 401
  return access === 'admin' && customers.includes(caller) ? 403 : undefined
}

/** Right for PUT /updatedUser, whose owner is checked after its body; unknown fields elsewhere. */
const profile = {
  name: 'Mallory',
  address: '1 Test Street',
  phone: '+1 555 010 0100',
  fbLink: 'https://social.example/mallory',
  img: '/parts/door-rubber.svg',
}

const send = (e: Endpoint, caller: string, params: Record<string, string>) => {
  const token = callers[caller]?.token
  return shop.app.inject({
    method: e.method,
    url: `/api${pathOf(e, params)}`,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(e.method !== 'GET' && { payload: profile }),
  })
}

const allCallers = [...lifeless, ...customers, 'admin']

describe.each(endpoints.map((e) => [`${e.method} ${e.path}`, e] as const))('%s', (_, e) => {
  test.each(allCallers)('answers as declared for: %s', async (caller) => {
    // Somebody who does not exist, so that a call that is let through changes nothing.
    const response = await send(e, caller, { id: randomUUID(), email: 'nobody@shop.example' })
    const expected = turnedAway(e.access, caller)
    if (expected) {
      expect(response.statusCode).toBe(expected)
      expect(response.headers['content-type']).toContain('application/problem+json')
      expect(response.headers['www-authenticate']).toBe(expected === 401 ? 'Bearer' : undefined)
      expect(response.json().errors).toBeUndefined()
    } else {
      expect(response.statusCode).not.toBe(401)
      expect(response.statusCode).toBeLessThan(500)
    }
  })
})

test('a route of the API that no contract declares cannot even be registered', async () => {
  const { app } = await createApp({ ...shop.parts })
  expect(() => app.get('/api/secret', () => 'open')).toThrow('is not declared')
  await app.close()
})

test("another's e-mail in the address is refused alike, whether it exists or not", async () => {
  for (const e of endpoints) {
    if (!e.path.includes('{email}') || e.access === 'admin') continue
    const caller = e.access === 'identity' ? 'ID token as access token' : 'other customer'
    const email = e.access === 'identity' ? callers['other customer']?.email : mia.email
    const known = await send(e, caller, { email: String(email) })
    const unknown = await send(e, caller, { email: 'nobody@shop.example' })
    expect([e.path, known.statusCode, unknown.statusCode]).toEqual([e.path, 403, 403])
  }
})

test('logging out ends the sign-in on the next request, its ID token included', async () => {
  const ida = await shop.signIn({ name: 'Ida' })
  const email = { params: { email: ida.email } }
  expect((await shop.call(ida, users.isAdmin, email)).body).toEqual({ admin: false })
  await shop.call(ida, accounts.signOut, {})
  expect((await shop.call(ida, users.isAdmin, email)).status).toBe(401)
  const again = await shop.call({ ...ida, token: ida.idToken }, accounts.exchange, email)
  expect(again.status).toBe(401)
})

test('an unknown address is a problem document, another method tells which are allowed', async () => {
  const unknown = await shop.app.inject({ url: '/api/nothing' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not-found'])
  const method = await shop.app.inject({ method: 'DELETE', url: '/api/PRODUCTS' })
  expect([method.statusCode, method.headers['allow']]).toEqual([405, 'GET, POST'])
})

test('addresses are found whatever their case', async () => {
  const lower = await shop.app.inject({ url: '/api/products' })
  const upper = await shop.app.inject({ url: '/api/Products' })
  expect([lower.statusCode, upper.statusCode]).toEqual([200, 200])
})

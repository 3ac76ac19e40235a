import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithGoogle } from '../../testing/google-sign-in.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { noRateLimits } from '../../http/limits/rate-limits.ts'
import { identityRoutes } from './identity-routes.ts'
import { returnParameters, returnPath } from './return-addresses.ts'

const shopOrigin = 'https://parts.example'

test.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/auth/complete?popup=1', '/auth/complete?popup=1'],
  ['/login?verified=1&next=//evil.example#end', '/login?verified=1&next=//evil.example#end'],
  [`${shopOrigin}/reset-password`, '/reset-password'],
  ['/a/../login', '/login'],
])('%s is a page of the shop', (given, path) => {
  expect(returnPath(given, shopOrigin)).toBe(path)
})

const evil = 'evil.example'
const foreign = (origin: string) =>
  [
    [`//${evil}`, `///${evil}`, `/..//${evil}`, `/.//${evil}`, `/a/..//${evil}`, `/../..//${evil}`],
    [`/\\${evil}`, `\\\\${evil}`, `/\\/${evil}`, `/..\\\\${evil}`, `\\/${evil}`],
    [`/\t/${evil}`, `/\n/${evil}`, `/\r\n/${evil}`, `\t//${evil}`, ` //${evil}`, `/..\t//${evil}`],
    [
      `/%2f${evil}`,
      `/%2F%2F${evil}`,
      `%2f%2f${evil}`,
      `/%5c${evil}`,
      `/%09/${evil}`,
      `/%00//${evil}`,
    ],
    [`/%2e%2e//${evil}`, `/.%2e//${evil}`, `/%2e//${evil}`, `/..%2f/${evil}`, `/%0d%0a//${evil}`],
    [`/%252f%252f${evil}`, `/%252e%252e//${evil}`, `/%255c${evil}`, `/%25252f${evil}`],
    [`https://${evil}`, `HTTPS://${evil}`, `https:${evil}`, `https:/${evil}`, `https:\\\\${evil}`],
    [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,hi',
      'blob:x',
      `ftp://${evil}`,
    ],
    [`${origin}@${evil}`, `${origin}.${evil}`, `${origin}:1@${evil}`, `${origin}\\@${evil}`],
    [origin.replace('//', '//ada@'), origin.replace('//', '//ada:secret@'), `${origin}//${evil}`],
    [`/\uFF0F${evil}`, `\uFF0F\uFF0F${evil}`, `/\u2215${evil}`, `/\u2044${evil}`, `/\u29F8${evil}`],
    [`/\uFF3C${evil}`, `/\u3002${evil}`, `/\u200B/${evil}`, `/\u00A0/${evil}`, evil, `/;@${evil}`],
  ].flat()

test.each(foreign(shopOrigin))('%j is not a page of the shop', (address) => {
  expect(returnPath(address, shopOrigin)).toBeUndefined()
})

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  identityRoutes(shop.app, {
    identity: openProvider(shop),
    limits: noRateLimits,
    loadShedder: shop.shop.loadShedder,
  })
})
afterAll(() => shop.close())

const headers = () => ({ origin: shop.config.PUBLIC_URL, 'content-type': 'application/json' })

const post = (path: string, body: object) =>
  shop.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: headers(), payload: body })

const get = (path: string, query: Record<string, string | string[]>) =>
  shop.app.inject({ method: 'GET', url: `/api/auth/${path}`, query })

const person = { name: 'Mia', email: 'mia@shop.example', password: 'taillight-40' }

/** Every call that reads an address to return to. */
const calls: [string, (returns: Record<string, unknown>) => ReturnType<typeof post>][] = [
  ['sign-up/email', (returns) => post('sign-up/email', { ...person, ...returns })],
  ['sign-in/email', (returns) => post('sign-in/email', { ...person, ...returns })],
  ['sign-in/social', (returns) => post('sign-in/social', { provider: 'google', ...returns })],
  ['sign-out', (returns) => post('sign-out', returns)],
  [
    'send-verification-email',
    (returns) => post('send-verification-email', { ...person, ...returns }),
  ],
  [
    'request-password-reset',
    (returns) => post('request-password-reset', { ...person, ...returns }),
  ],
  ['verify-email', (returns) => get('verify-email', { token: 'bad', ...asQuery(returns) })],
  ['reset-password/token', (returns) => get('reset-password/bad', asQuery(returns))],
]

const asQuery = (returns: Record<string, unknown>) => returns as Record<string, string>

/** @shows asvs-3.7.2 */
test.each(calls)('%s refuses to return to another origin, in every parameter', async (_, call) => {
  for (const name of returnParameters) {
    for (const address of foreign(shop.config.PUBLIC_URL)) {
      const { statusCode, headers: sent } = await call({ [name]: address })
      expect({ name, address, statusCode, location: sent.location }).toEqual({
        name,
        address,
        statusCode: 403,
        location: undefined,
      })
    }
  }
})

/** @shows asvs-3.7.2 */
test('a second address beside one of the shop is refused', async () => {
  const { statusCode } = await get('verify-email', {
    token: 'bad',
    callbackURL: ['/login', `//${evil}`],
  })
  expect(statusCode).toBe(403)
})

test('the provider redirects to the path of an address of the shop', async () => {
  const callbackURL = `${shop.config.PUBLIC_URL}/x/../login?verified=1`
  const answer = await get('verify-email', { token: 'bad', callbackURL })
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    '/login?verified=1&error=INVALID_TOKEN',
  ])
})

/** @shows asvs-3.7.2 */
test('a login leads to the OpenID provider and back to the shop', async () => {
  const cookies: Record<string, string> = {}
  const ask = async (path: string, body?: object) => {
    const answer = await post(path, body ?? {})
    for (const { name, value } of answer.cookies) cookies[name] = value
    expect(new URL(String(answer.json().url)).origin).toBe(new URL(shop.sandbox.url).origin)
    expect(answer.headers.location).toBe(answer.json().url)
    return new Response(answer.body)
  }
  const { end } = await signInWithGoogle(ask, shop.sandbox)
  const { headers: sent } = await shop.app.inject({ url: end.pathname + end.search, cookies })
  expect(sent.location).toBe('/dashboard')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { users } from '#contract/users.ts'
import { openShop } from './testing/shop.ts'
import type { TestShop, TestUser } from './testing/shop.ts'
import { openSite } from './testing/site.ts'
import type { Site } from './testing/site.ts'

let shop: TestShop
let site: Site
let mia: TestUser
beforeAll(async () => {
  shop = await openShop()
  site = await openSite()
  mia = await shop.signIn()
})
afterAll(() => Promise.all([shop.close(), site.close()]))

/** @shows asvs-1.1.1, asvs-3.4.4, asvs-4.1.1, asvs-13.4.4, asvs-14.2.2, asvs-15.3.7 */
test.each([
  ['GET', '/api/product/%E0%A4%A', 400],
  ['GET', `/api/product/${'a'.repeat(50_000)}`, 404],
  ['GET', '/api/product/%00', 404],
  ['GET', '/api', 404],
  ['GET', '/API/nothing', 404],
  ['POST', '/Api/Nothing', 404],
  ['PUT', '/api/products', 405],
  ['OPTIONS', '/api/products', 405],
  ['TRACE', '/api/products', 405],
  ['GET', '/api/products?limit=1&limit=2', 422],
  ['GET', '/api/products?minPrice=abc', 422],
] as const)('%s %s is refused as a problem, with the headers of every answer', async (...asked) => {
  const [method, url, status] = asked
  const headers = { 'content-type': 'text/plain' }
  const isRead = method === 'GET' || method === 'TRACE'
  const answer = await shop.app.inject({
    method,
    url,
    ...(!isRead && { headers, payload: 'anything' }),
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

/** @shows asvs-3.2.1, asvs-3.4.3, asvs-3.4.4, asvs-3.4.5, asvs-3.4.6 */
test.each([
  '/api/products',
  '/api/health',
  '/api/docs',
  '/api/openapi.json',
  '/api/auth/token',
  '/api/nothing',
  '/robots.txt',
  '/images/missing.webp',
  '/dashboard',
])('%s has all security headers', async (url) => {
  const { headers } = await site.app.inject({ url })
  const policy = String(headers['content-security-policy']).split('; ')
  const shutOut = ["default-src 'none'", "object-src 'none'", "base-uri 'none'"]
  expect(policy).toEqual(expect.arrayContaining([...shutOut, "frame-ancestors 'none'"]))
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  })
})

/** @shows asvs-1.1.1 */
test('a URL is decoded once', async () => {
  const { id } = await shop.stock()
  const first = `%${id.charCodeAt(0).toString(16)}`
  const statusOf = async (written: string) =>
    (await shop.app.inject({ url: `/api/product/${written}${id.slice(1)}` })).statusCode
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(first.replace('%', '%25'))).toBe(404)
})

/** @shows asvs-15.3.7 */
test('the last duplicate name in a JSON body counts', async () => {
  const headers = { 'content-type': 'application/json' }
  const payload = '{"partNumbers":["first"],"\\u0070artNumbers":["last"]}'
  const url = '/api/products/lookup'
  const answer = await shop.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.json()).toEqual([{ partNumber: 'last', product: null }])
  const { info } = (await shop.app.inject({ url: '/api/openapi.json' })).json()
  expect(info.description).toContain('If a JSON body repeats a name, the last value counts')
})

/** @shows asvs-1.5.2, asvs-15.3.6 */
test.each(['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])(
  'a body that reaches for what every object has is refused: %s',
  async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const url = '/api/products/lookup'
    const answer = await shop.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'unreadable'])
  },
)

test('a body has at most 64 KiB', async () => {
  const headers = { 'content-type': 'application/json' }
  const url = '/api/products/lookup'
  const answerTo = async (bytes: number) => {
    const payload = '{"partNumbers":[17]}'.padEnd(bytes)
    const answer = await shop.app.inject({ method: 'POST', url, headers, payload })
    return [answer.statusCode, answer.json().code]
  }
  // The values that were read are validated: a number is not a part number.
  expect(await answerTo(64 * 1024)).toEqual([422, 'invalid'])
  expect(await answerTo(64 * 1024 + 1)).toEqual([413, 'too-large'])
})

test('the longest e-mail address fits into a path', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(180)}.example`
  const answer = await shop.call(mia, users.isAdmin, { params: { email } })
  expect(answer.status).toBe(403)
})

/** @shows asvs-14.2.2, asvs-14.3.2 */
test('private responses are not stored, public ones revalidated', async () => {
  const own = await shop.call(mia, users.isAdmin, { params: { email: mia.email } })
  expect(own.headers['cache-control']).toBe('no-store')
  const list = await shop.call(undefined, products.list, { query: {} })
  expect(list.headers['cache-control']).toBe('no-cache')
  const headers = { 'if-none-match': `"other", W/${String(list.headers['etag'])}` }
  const again = await shop.app.inject({ url: '/api/products', headers })
  expect(again.statusCode).toBe(304)
})

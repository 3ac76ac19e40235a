import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRateLimits } from '../../http/limits/rate-limits.ts'
import { createLog } from '../../observability/log.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { identityRoutes } from './identity-routes.ts'

const lines: string[] = []
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, createLog('info', { write: (line) => void lines.push(line) }))
  identityRoutes(shop.app, {
    identity: openProvider(shop),
    limits: createRateLimits(shop.database.pool),
    loadShedder: shop.shop.loadShedder,
  })
})
afterAll(() => shop.close())

const post = (path: string, payload: string) =>
  shop.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: { 'content-type': 'application/json', origin: shop.config.PUBLIC_URL },
    payload,
  })

const account = `"email":"mia@shop.example","password":"taillight-40"`

test.each([
  ['sign-up/email', String.raw`{"name":"a\u0000",${account}}`],
  ['sign-in/email', String.raw`{"email":"a\u0000@shop.example","password":"b"}`],
  ['reset-password', String.raw`{"token":"a\u0000","newPassword":"taillight-41"}`],
  ['sign-up/email', '[]'],
  ['sign-up/email', 'null'],
  ['sign-up/email', '{"name":{}}'],
  ['sign-up/email', ''],
])('%s refuses %s as the caller’s fault', async (path, payload) => {
  const { statusCode } = await post(path, payload)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
})

test('paths and methods that the provider does not serve are not found', async () => {
  expect((await shop.app.inject({ url: '/api/auth/nothing' })).statusCode).toBe(404)
  expect((await shop.app.inject({ method: 'PUT', url: '/api/auth/token' })).statusCode).toBe(404)
})

/** @shows asvs-6.3.4 */
test.each([
  'change-password',
  'change-email',
  'update-user',
  'delete-user',
  'link-social',
  './revoke-sessions',
])('what only the library offers is not served: %s', async (path) => {
  expect((await post(path, '{}')).statusCode).toBe(404)
})

/** @shows asvs-3.5.1 */
test('a page of another origin cannot sign users in or out', async () => {
  const entered = await post(
    'sign-up/email',
    '{"name":"Noah","email":"noah@shop.example","password":"taillight-40"}',
  )
  const cookie = [entered.headers['set-cookie']]
    .flat()
    .map((line) => line?.split(';')[0])
    .join('; ')
  const signOut = (origin: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { 'content-type': 'application/json', origin, cookie },
      payload: '{}',
    })
  const session = () => shop.app.inject({ url: '/api/auth/get-session', headers: { cookie } })
  expect((await signOut('https://elsewhere.example')).statusCode).toBe(403)
  expect((await session()).json()).toMatchObject({ user: { name: 'Noah' } })
  expect((await signOut(shop.config.PUBLIC_URL)).statusCode).toBe(200)
  expect((await session()).json()).toBeNull()
})

/** @shows asvs-16.3.1 */
test('every sign-in attempt is logged without the account', async () => {
  lines.length = 0
  await post('sign-up/email', `{"name":"Ida","email":"ida@shop.example","password":"taillight-40"}`)
  await post('sign-in/email', `{"email":"ida@shop.example","password":"not-this-one"}`)
  const attempts = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(attempts.filter(({ attempt }) => attempt)).toMatchObject([
    { attempt: '/sign-up/email', status: 200, ip: '127.0.0.1' },
    { attempt: '/sign-in/email', status: 401, ip: '127.0.0.1' },
  ])
  expect(lines.join('')).not.toContain('ida@')
})

test.each([
  ['sign-in/email', 'amy', 401],
  ['sign-in/email', 'nobody', 401],
  ['request-password-reset', 'amy', 200],
  ['request-password-reset', 'nobody', 200],
])('the response time of %s does not reveal the account of %s', async (path, name, status) => {
  const account = { name: 'Amy', email: `amy@${randomUUID()}.example`, password: 'taillight-40' }
  await post('sign-up/email', JSON.stringify(account))
  const body = JSON.stringify({
    email: account.email.replace('amy', name),
    password: 'not-this-one',
  })
  const took = []
  // The fastest of several, since a busy machine adds delays.
  for (let count = 0; count < 3; count += 1) {
    const started = performance.now()
    expect((await post(path, body)).statusCode).toBe(status)
    took.push(performance.now() - started)
  }
  // Timers may fire a millisecond or two early.
  expect(Math.min(...took)).toBeGreaterThan(245)
})

/** Sends the path unchanged; other clients would normalise it. */
const guessAt = (path: string, email: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(shop.app.listeningOrigin)
    const headers = { 'content-type': 'application/json', origin: shop.config.PUBLIC_URL }
    const sent = request({ hostname, port, path: `/api/auth/${path}`, method: 'POST', headers })
    sent.on('error', reject)
    sent.on('response', (answer) => void text(answer).then(() => resolve(answer.statusCode)))
    sent.end(JSON.stringify({ email, password: 'guess-1' }))
  })

/** @shows row-66, asvs-6.3.1 */
test('the rate limit applies to other spellings of the path too', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const ways = ['x/../sign-in/email', './sign-in/email', '%2e/sign-in/email', 'sign-in\\email']
  const statuses = []
  for (let count = 0; count < 12; count += 1) {
    statuses.push(await guessAt(ways[count % ways.length]!, 'kim@shop.example'))
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
})

/** @shows asvs-3.7.2, asvs-6.4.3 */
test.each([
  ['sign-in/social', { provider: 'google', callbackURL: 'https://elsewhere.example' }],
  [
    'request-password-reset',
    { email: 'mia@shop.example', redirectTo: 'https://elsewhere.example' },
  ],
])('%s does not redirect to another origin', async (path, body) => {
  const { statusCode } = await post(path, JSON.stringify(body))
  expect(statusCode).toBe(403)
})

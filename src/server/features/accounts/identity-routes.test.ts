import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmbeddedIdentity } from '../../services/embedded-identity.ts'
import { createLimits } from '../../limits.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { identityRoutes } from './identity-routes.ts'

const sendNothing = async () => {}

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.database
  const options = { db, config: shop.config, report: () => {} }
  identityRoutes(shop.app, {
    identity: createEmbeddedIdentity({
      ...options,
      sendVerification: sendNothing,
      sendPasswordReset: sendNothing,
    }),
    limits: createLimits(shop.database.pool),
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

test('what the provider does not serve is not found, and another method neither', async () => {
  expect((await shop.app.inject({ url: '/api/auth/nothing' })).statusCode).toBe(404)
  expect((await shop.app.inject({ method: 'PUT', url: '/api/auth/token' })).statusCode).toBe(404)
})

test("guessing one account's password ends after ten tries a minute", async () => {
  const guess = '{"email":"lee@shop.example","password":"guess-1"}'
  const statuses = []
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await post('sign-in/email', guess)).statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

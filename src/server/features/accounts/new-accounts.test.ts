import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRateLimits } from '../../http/limits/rate-limits.ts'
import { createEmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { identityRoutes } from './identity-routes.ts'

const max = 5

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on', SIGN_UPS_PER_HOUR: String(max) })
  const { db, pool } = shop.database
  identityRoutes(shop.app, {
    identity: createEmbeddedIdentity({
      db,
      config: shop.config,
      report: () => {},
      sendVerification: async () => {},
      sendPasswordReset: async () => {},
      mayMail: async () => true,
      onSessionsEnded: async () => {},
    }),
    limits: createRateLimits(pool, { signUpsPerHour: max }),
    loadShedder: shop.shop.loadShedder,
  })
})
afterAll(() => shop.close())

const newEmail = () => `mia.${randomUUID()}@shop.example`

const signUp = (remoteAddress: string, { email = newEmail(), password = 'taillight-40' } = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    remoteAddress,
    headers: { 'content-type': 'application/json', origin: shop.config.PUBLIC_URL },
    payload: { name: 'Mia', email, password },
  })

async function exchange(remoteAddress: string, email = newEmail(), uid = randomUUID()) {
  const token = await shop.signIdToken({ email, email_verified: true }, uid)
  return shop.app.inject({
    method: 'PUT',
    url: `/api/user/${email}`,
    remoteAddress,
    headers: { authorization: `Bearer ${token}` },
  })
}

const addressOf = (network: string) => (index: number) => `${network}::${index + 1}`

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

const statusesOf = (answers: readonly { statusCode: number }[]) => ({
  passed: answers.filter(({ statusCode }) => statusCode === 200).length,
  refused: answers.filter(({ statusCode }) => statusCode === 429).length,
})

/** @shows P15, asvs-2.4.1 */
test.each([
  ['signs up', signUp, '2001:db8:1:1'],
  ['brings an ID token of any provider', exchange, '2001:db8:1:2'],
] as const)(
  'one /64 of IPv6 that %s gets five accounts an hour, even at once; another is not affected',
  async (_, create, network) => {
    const addresses = addressOf(network)
    const answers = await times(12, (index) => create(addresses(index)))
    expect(statusesOf(answers)).toEqual({ passed: max, refused: 12 - max })
    const refusal = answers.find(({ statusCode }) => statusCode === 429)!
    expect(refusal.json<{ detail: string }>().detail).toMatch(
      /^Too many accounts were created from your network\. Log in with one you have\. Try again in \d+ minutes$/,
    )
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await create(`${network}9::1`)).statusCode).toBe(200)
  },
)

test('a sign-up that fails is not counted', async () => {
  const address = '203.0.113.9'
  const email = newEmail()
  expect((await signUp(address, { email })).statusCode).toBe(200)
  for (let count = 1; count < max; count += 1) {
    expect((await signUp(address, { email })).statusCode).toBe(422)
  }
  expect(statusesOf(await times(max, () => signUp(address)))).toEqual({
    passed: max - 1,
    refused: 1,
  })
})

test('an account that exists signs in from an address that has used up its new accounts', async () => {
  const address = '203.0.113.10'
  const [email, uid] = [newEmail(), randomUUID()]
  expect((await exchange(address, email, uid)).statusCode).toBe(200)
  await times(max, () => exchange(address))
  expect((await exchange(address)).statusCode).toBe(429)
  expect((await exchange(address, email, uid)).statusCode).toBe(200)
})

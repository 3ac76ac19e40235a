import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { users } from '#contract/users.ts'
import { createApp } from '../../app.ts'
import { createEmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import { createIdentity } from '../../services/identity/identity.ts'
import { browserAt, idTokenOf } from '../../testing/browser-at.ts'
import type { Browser } from '../../testing/browser-at.ts'
import { callApi, openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { signOutEverywhere } from './queries.ts'

let shop: TestShop
let provider: EmbeddedIdentity
let app: FastifyInstance
const links = new Map<string, string>()

beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.database
  provider = createEmbeddedIdentity({
    db,
    config: shop.config,
    sendVerification: async () => {},
    sendPasswordReset: async ({ email }, url) => void links.set(email, url),
    onPasswordReset: (uid) => signOutEverywhere(db, uid),
    report: () => {},
  })
  app = (await createApp({ ...shop.parts, identity: createIdentity(provider) })).app
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

/** The clock of the node, not of the database. */
function setClockOff(minutes: number) {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

async function resetPassword(email: string, newPassword: string) {
  const ask = browserAt(provider, shop.config.PUBLIC_URL)
  await ask('request-password-reset', { email, redirectTo: '/reset-password' })
  const { headers } = await ask(String(links.get(email)))
  const page = new URL(String(headers.get('location')), shop.config.PUBLIC_URL)
  const answer = await ask('reset-password', { newPassword, token: page.searchParams.get('token') })
  expect(answer.status).toBe(200)
}

/** @shows row-89 */
test.each([-10, 10])(
  'a password reset revokes earlier sessions only, on a node whose clock is %i minutes off',
  async (minutes) => {
    const email = `mia.${randomUUID()}@shop.example`
    const params = { email }
    const enter = async (ask: Browser) => {
      const idToken = await idTokenOf(ask)
      const { body } = await callApi(app, accounts.exchange, { params }, { token: idToken })
      return { idToken, token: body.token }
    }
    /** Statuses for the access token and the ID token of a sign-in. */
    const answersTo = async ({ idToken, token }: { idToken: string; token: string }) => [
      (await callApi(app, users.isAdmin, { params }, { token })).status,
      (await callApi(app, accounts.exchange, { params }, { token: idToken })).status,
    ]

    setClockOff(minutes)
    const before = browserAt(provider, shop.config.PUBLIC_URL)
    await before('sign-up/email', { name: 'Mia', email, password: 'taillight-40' })
    const old = await enter(before)
    setClockOff(0)
    expect(await answersTo(old)).toEqual([200, 200])

    await resetPassword(email, 'headlight-41')
    expect(await answersTo(old)).toEqual([401, 401])

    setClockOff(minutes)
    const after = browserAt(provider, shop.config.PUBLIC_URL)
    await after('sign-in/email', { email, password: 'headlight-41' })
    const fresh = await enter(after)
    expect(await answersTo(fresh)).toEqual([200, 200])
    setClockOff(0)
    expect(await answersTo(fresh)).toEqual([200, 200])
    expect(await answersTo(old)).toEqual([401, 401])
  },
)

import { randomUUID } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop as endpoints } from '#contract/shop.ts'
import { browserAt } from '../../testing/browser-at.ts'
import type { Browser } from '../../testing/browser-at.ts'
import { openSite } from '../../testing/site.ts'
import type { Site } from '../../testing/site.ts'
import { openIdentity } from './open-identity.ts'

const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'auto-parts-1a2b',
  FIREBASE_API_KEY: 'AIza-key',
}

let hosted: Site
beforeAll(async () => {
  hosted = await openSite(undefined, firebase)
})
afterAll(() => hosted.close())

const pathsOf = ({ routes }: Site) => routes.map(({ url }) => url)

test('with the hosted provider the embedded provider has no endpoints', async () => {
  const own = await openSite()
  expect(pathsOf(own)).toContain('/api/auth/*')
  await own.close()
  expect(pathsOf(hosted)).not.toContain('/api/auth/*')
  for (const url of ['/api/auth/sign-up/email', '/api/auth/jwks']) {
    expect((await hosted.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

test('the public configuration describes the provider', async () => {
  const { body } = await hosted.call(undefined, endpoints.config, {})
  expect(body.identity).toEqual({
    provider: 'firebase',
    google: true,
    firebase: {
      projectId: 'auto-parts-1a2b',
      apiKey: 'AIza-key',
      authDomain: 'auto-parts-1a2b.firebaseapp.com',
    },
  })
})

test('the public configuration offers Google only where configured', async () => {
  const without = await openSite(undefined, { SANDBOX: 'off' })
  const { body } = await without.call(undefined, endpoints.config, {})
  await without.close()
  expect(body.identity).toEqual({ provider: 'embedded', google: false })
})

test('unsigned tokens are accepted from the emulator only, with a warning in the log', async () => {
  const { database } = hosted
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) }
  const now = Math.floor(Date.now() / 1000)
  const unsigned = new UnsecuredJWT({
    iss: 'https://securetoken.google.com/auto-parts-1a2b',
    aud: 'auto-parts-1a2b',
    sub: 'uid-1',
    iat: now,
    exp: now + 3600,
    auth_time: now,
    email: 'mia@shop.example',
    firebase: { sign_in_provider: 'password' },
  }).encode()

  const { identity } = openIdentity(hosted.config, database, log)
  await expect(identity.verify(unsigned)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(warnings).toEqual([])

  const settings = { ...hosted.config.identity, emulatorUrl: 'http://localhost:9099' }
  const emulated = { ...hosted.config, identity: settings as typeof hosted.config.identity }
  const { identity: believing } = openIdentity(emulated, database, log)
  expect(await believing.verify(unsigned)).toMatchObject({ uid: 'uid-1', isVerified: false })
  expect(warnings).toHaveLength(1)
  const inProduction = () => openIdentity({ ...emulated, production: true }, database, log)
  expect(inProduction).toThrow('for development')
})

/** @shows row-91 */
test('an address gets so many mails a day, and those of a known browser count apart', async () => {
  const site = await openSite(undefined, { LIMITS: 'on', ACCOUNT_MAILS_PER_DAY: '2' })
  const origin = site.config.PUBLIC_URL
  const provider = openIdentity(site.config, site.database, {
    info: () => {},
    warn: () => {},
  }).embedded!
  const [stranger, owner] = [browserAt(provider, origin), browserAt(provider, origin)]
  const email = `mia.${randomUUID()}@shop.example`
  const ask = async (browser: Browser, path: string, to = email) => {
    const answer = await browser(path, { email: to, redirectTo: '/reset-password' })
    return [answer.status, await answer.json()]
  }
  const mails = async () => {
    const { rows } = await site.database.pool.query('select from outbox where recipient = $1', [
      email,
    ])
    return rows.length
  }
  await owner('sign-up/email', { name: 'Mia', email, password: 'taillight-40' })
  const asked = []
  for (const path of ['request-password-reset', 'send-verification-email']) {
    const none = await ask(stranger, path, `nobody.${email}`)
    for (let count = 0; count < 3; count += 1) asked.push([await ask(stranger, path), none])
  }
  for (const [answer, none] of asked) expect(answer).toEqual(none)
  // Beside that of the sign-up.
  expect(await mails()).toBe(1 + 1)
  await ask(owner, 'request-password-reset')
  await ask(owner, 'send-verification-email')
  await ask(owner, 'request-password-reset')
  expect(await mails()).toBe(2 + 2)
  await site.close()
})

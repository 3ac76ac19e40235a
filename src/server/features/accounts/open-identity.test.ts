import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop as endpoints } from '#contract/shop.ts'
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
  const { db } = hosted.database
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => void warnings.push(message) }
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

  const { identity } = openIdentity(hosted.config, db, log)
  await expect(identity.verify(unsigned)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(warnings).toEqual([])

  const settings = { ...hosted.config.identity, emulatorUrl: 'http://localhost:9099' }
  const emulated = { ...hosted.config, identity: settings as typeof hosted.config.identity }
  const { identity: believing } = openIdentity(emulated, db, log)
  expect(await believing.verify(unsigned)).toMatchObject({ uid: 'uid-1', isVerified: false })
  expect(warnings).toHaveLength(1)
  const inProduction = () => openIdentity({ ...emulated, production: true }, db, log)
  expect(inProduction).toThrow('for development')
})

import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import type { FirebaseSettings } from '../../config/identity-settings.ts'
import { createEmulatorIdentity, createFirebaseIdentity } from './firebase-identity.ts'
import type { IdentityService } from './identity.ts'

const settings: FirebaseSettings = {
  kind: 'firebase',
  projectId: 'auto-parts-1a2b',
  apiKey: 'AIza-key',
  authDomain: 'auto-parts-1a2b.firebaseapp.com',
  google: true,
  emulatorUrl: 'http://localhost:9099',
}

let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
let identity: IdentityService
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }
  identity = createFirebaseIdentity(settings, createLocalJWKSet({ keys: [jwk] }))
})
const emulator = createEmulatorIdentity(settings, { production: false })

const now = () => Math.floor(Date.now() / 1000)

const claims = (change: JWTPayload = {}): JWTPayload => ({
  iss: 'https://securetoken.google.com/auto-parts-1a2b',
  aud: 'auto-parts-1a2b',
  sub: 'uid-1',
  user_id: 'uid-1',
  iat: now(),
  exp: now() + 3600,
  auth_time: now() - 60,
  email: 'Mia@shop.example',
  email_verified: true,
  name: 'Mia',
  firebase: { sign_in_provider: 'password', identities: {} },
  ...change,
})

const sign = (change?: JWTPayload, key: CryptoKey | Uint8Array = keys.privateKey, alg = 'RS256') =>
  new SignJWT(claims(change)).setProtectedHeader({ alg, kid: 'one' }).sign(key)

const unsigned = (change?: JWTPayload) => new UnsecuredJWT(claims(change)).encode()

const refused = { code: 'unauthenticated' }

test('a project’s ID token gives the account, the sign-in time and whether the address is verified', async () => {
  const authTime = now() - 3600
  expect(await identity.verify(await sign({ auth_time: authTime }))).toEqual({
    issuer: 'https://securetoken.google.com/auto-parts-1a2b',
    uid: 'uid-1',
    email: 'mia@shop.example',
    isVerified: true,
    wasVerifiedAtSignIn: false,
    name: 'Mia',
    signedInAt: new Date(authTime * 1000),
  })
  const google = { firebase: { sign_in_provider: 'google.com' }, email_verified: false }
  expect(await identity.verify(await sign(google))).toMatchObject({ isVerified: false })
  expect(await identity.verify(await sign({ email_verified: 'true' }))).toMatchObject({
    isVerified: false,
  })
})

/** @shows row-90 */
test.each([
  [{ auth_time: now() }, true],
  [{ auth_time: now(), email_verified: false }, false],
  // Renewed since: the address may have been verified by somebody else after the sign-in.
  [{ auth_time: now() - 90 }, false],
])(
  'a token of %j says whether the address was verified at the sign-in: %s',
  async (change, was) => {
    const { wasVerifiedAtSignIn } = await identity.verify(await sign(change))
    expect(wasVerifiedAtSignIn).toBe(was)
  },
)

const wrong: Record<string, JWTPayload> = {
  'another project': { iss: 'https://securetoken.google.com/other', aud: 'other' },
  'another issuer': { iss: 'https://accounts.google.com' },
  'another audience': { aud: 'other' },
  'no subject': { sub: '' },
  'no e-mail': { email: undefined },
  'an end that has passed': { exp: Math.floor(Date.now() / 1000) - 60 },
  'no time of the sign-in': { auth_time: undefined },
  'a sign-in in the future': { auth_time: Math.floor(Date.now() / 1000) + 3600 },
  'a sign-in of too long ago': { auth_time: Math.floor(Date.now() / 1000) - 31 * 24 * 3600 },
  'a way to sign in that the shop does not offer': { firebase: { sign_in_provider: 'custom' } },
  'an anonymous sign-in': { firebase: { sign_in_provider: 'anonymous' } },
  'no way to sign in': { firebase: undefined },
}

test.each(Object.entries(wrong))(
  'a token with %s is rejected, from the emulator too',
  async (_, change) => {
    await expect(identity.verify(await sign(change))).rejects.toMatchObject(refused)
    await expect(emulator.verify(unsigned(change))).rejects.toMatchObject(refused)
  },
)

/** @shows row-72, asvs-6.8.2 */
test('rejects tokens that are unsigned, signed by another key, or by the public key as an HMAC secret', async () => {
  const other = await generateKeyPair('RS256')
  const publicKey = new TextEncoder().encode(await exportSPKI(keys.publicKey))
  for (const token of [
    unsigned(),
    await sign({}, other.privateKey),
    await sign({}, publicKey, 'HS256'),
    'no token',
  ]) {
    await expect(identity.verify(token)).rejects.toMatchObject(refused)
  }
})

test('the emulator’s unsigned tokens are accepted where configured, signed ones are not', async () => {
  expect(await emulator.verify(unsigned())).toMatchObject({ uid: 'uid-1', isVerified: true })
  await expect(emulator.verify(await sign())).rejects.toMatchObject(refused)
})

test.each([
  ['in production', { emulatorUrl: 'http://localhost:9099', production: true }],
  ['without the emulator’s address', { emulatorUrl: undefined, production: false }],
])('%s unsigned tokens are never accepted', (_, { emulatorUrl, production }) => {
  const build = () => createEmulatorIdentity({ ...settings, emulatorUrl }, { production })
  expect(build).toThrow('for development')
})

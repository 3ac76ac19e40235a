import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { users } from '#contract/users.ts'
import { createApp } from '../../app.ts'
import type { EmbeddedIdentity } from '../../services/identity/embedded-identity.ts'
import { createFirebaseIdentity } from '../../services/identity/firebase-identity.ts'
import { createIdentity } from '../../services/identity/identity.ts'
import { browserAt, idTokenOf } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { callApi, openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { setRole } from '../users/admins.ts'

const projectId = 'auto-parts-1a2b'
const password = 'taillight-40'

/** One shop, run with either provider. */
let shop: TestShop
let provider: EmbeddedIdentity
let embedded: FastifyInstance
let firebase: FastifyInstance
let firebaseKey: CryptoKey
const links = new Map<string, string>()

beforeAll(async () => {
  shop = await openShop()
  provider = openProvider(shop, {
    sendVerification: async ({ email }, url) => void links.set(email, url),
  })
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  firebaseKey = privateKey
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
  const hosted = createFirebaseIdentity({ projectId }, createLocalJWKSet({ keys: [jwk] }))
  embedded = (await createApp({ ...shop.parts, identity: createIdentity(provider) })).app
  firebase = (await createApp({ ...shop.parts, identity: hosted })).app
})
afterAll(async () => {
  await embedded.close()
  await firebase.close()
  await shop.close()
})

const newEmail = () => `mia.${randomUUID()}@shop.example`

/** An account of the embedded provider, verified or not. */
async function embeddedToken(email: string, isVerified: boolean): Promise<string> {
  const ask = browserAt(provider, shop.config.PUBLIC_URL)
  await ask('sign-up/email', { name: 'Mia', email, password })
  if (isVerified) await ask(String(links.get(email)))
  return idTokenOf(ask)
}

/** An account of Firebase. */
const firebaseToken = (email: string, isVerified: boolean, uid: string = randomUUID()) =>
  new SignJWT({
    email,
    email_verified: isVerified,
    name: 'Mia',
    auth_time: Math.floor(Date.now() / 1000),
    firebase: { sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setSubject(uid)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(firebaseKey)

const enter = (app: FastifyInstance, email: string, token: string) =>
  callApi(app, accounts.exchange, { params: { email } }, { token })

const isAdminAt = async (app: FastifyInstance, email: string, token: string) =>
  (await callApi(app, users.isAdmin, { params: { email } }, { token })).body.admin

async function accountOf(email: string) {
  const { rows } = await shop.database.pool.query(
    'select id, issuer, role, email_verified from users where email = $1',
    [email],
  )
  expect(rows).toHaveLength(1)
  return rows[0] as { id: string; issuer: string; role: string; email_verified: boolean }
}

test('an account of the embedded provider is found at Firebase by its verified e-mail', async () => {
  const email = newEmail()
  const first = await enter(embedded, email, await embeddedToken(email, true))
  await setRole(shop.database.db, email, 'admin')
  const before = await accountOf(email)

  const second = await enter(firebase, email, await firebaseToken(email, true))
  expect(await accountOf(email)).toEqual({
    ...before,
    issuer: `https://securetoken.google.com/${projectId}`,
  })
  expect(await isAdminAt(firebase, email, second.body.token)).toBe(true)
  // Tokens of the previous uid are revoked.
  const old = await callApi(
    firebase,
    users.isAdmin,
    { params: { email } },
    { token: first.body.token },
  )
  expect(old.status).toBe(401)
})

test('an account of Firebase is found at the embedded provider by its verified e-mail', async () => {
  const email = newEmail()
  await enter(firebase, email, await firebaseToken(email, true))
  const before = await accountOf(email)
  const { status } = await enter(embedded, email, await embeddedToken(email, true))
  expect(status).toBe(200)
  expect(await accountOf(email)).toEqual({ ...before, issuer: shop.config.PUBLIC_URL })
})

/** @shows row-72, asvs-6.8.1 */
test('signing up at the new provider with an unverified e-mail gives no access to its account', async () => {
  const atFirebase = newEmail()
  const mine = await enter(embedded, atFirebase, await embeddedToken(atFirebase, true))
  await setRole(shop.database.db, atFirebase, 'admin')
  const before = await accountOf(atFirebase)
  const thief = await enter(firebase, atFirebase, await firebaseToken(atFirebase, false))
  expect([thief.status, thief.body.code, thief.body.token]).toEqual([
    409,
    'email-not-verified',
    undefined,
  ])
  expect(await accountOf(atFirebase)).toEqual(before)
  expect(await isAdminAt(firebase, atFirebase, mine.body.token)).toBe(true)

  const atOwn = newEmail()
  await enter(firebase, atOwn, await firebaseToken(atOwn, true))
  const kept = await accountOf(atOwn)
  const other = await enter(embedded, atOwn, await embeddedToken(atOwn, false))
  expect([other.status, other.body.code]).toEqual([409, 'email-not-verified'])
  expect(await accountOf(atOwn)).toEqual(kept)
})

/** @shows asvs-6.3.4, asvs-6.8.1 */
test('a token of a provider that is not configured is rejected', async () => {
  const email = newEmail()
  const own = await embeddedToken(email, true)
  expect((await enter(firebase, email, own)).status).toBe(401)
  expect((await enter(embedded, email, await firebaseToken(email, true))).status).toBe(401)
})

/** @shows asvs-10.3.3 */
test('accounts imported with their old uid are kept, verified or not', async () => {
  const email = newEmail()
  const token = await embeddedToken(email, false)
  await enter(embedded, email, token)
  const before = await accountOf(email)
  const { uid } = await createIdentity(provider).verify(token)
  const { status } = await enter(firebase, email, await firebaseToken(email, false, uid))
  expect(status).toBe(200)
  expect((await accountOf(email)).id).toBe(before.id)
})

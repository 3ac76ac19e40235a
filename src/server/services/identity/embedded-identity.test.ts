import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserAt, idTokenOf } from '../../testing/browser-at.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'
import { createIdentity } from './identity.ts'

let shop: TestShop
let provider: EmbeddedIdentity
const open = (config = shop.config) =>
  openProvider(
    { ...shop, config },
    {
      sendVerification: keep('verification'),
      sendPasswordReset: keep('reset'),
      onSessionsEnded: async (_, uid) => void signedOut.push(uid),
      report: (message) => reports.push(message),
    },
  )
const mails: { kind: string; email: string; url: string }[] = []

const keep =
  (kind: string) =>
  async ({ email }: { email: string }, url: string) =>
    void mails.push({ kind, email, url })

const reports: string[] = []
const signedOut: string[] = []

beforeAll(async () => {
  shop = await openShop()
  provider = open()
})
afterAll(() => shop.close())

const browser = () => browserAt(provider, shop.config.PUBLIC_URL)

const newAccount = () => {
  const email = `mia.${crypto.randomUUID()}@shop.example`
  return { name: 'Mia', email, password: 'taillight-40' }
}

const mailTo = (email: string, kind: string) =>
  mails.findLast((mail) => mail.email === email && mail.kind === kind)

test('its ID tokens name the account and whether its address is verified', async () => {
  const identity = createIdentity(provider)
  const account = newAccount()
  const ask = browser()
  expect((await ask('sign-up/email', { ...account, role: 'admin' })).status).toBe(200)
  const before = await identity.verify(await idTokenOf(ask))
  expect(before).toMatchObject({ email: account.email, name: 'Mia', isVerified: false })

  await ask(String(mailTo(account.email, 'verification')?.url))
  const after = await identity.verify(await idTokenOf(ask))
  expect(after).toMatchObject({
    uid: before.uid,
    isVerified: true,
    wasVerifiedAtSignIn: false,
  })
})

// The second is a common password, which sign-in must not check.
test.each(['not-this-one', 'Password1'])(
  'a wrong password and an unknown address get the same response: %s',
  async (password) => {
    const account = newAccount()
    await browser()('sign-up/email', account)
    const refusals = await Promise.all(
      [account.email, `nobody.${account.email}`].map(async (email) => {
        const response = await browser()('sign-in/email', { email, password })
        return [response.status, ((await response.json()) as { code: string }).code]
      }),
    )
    const refusal = [401, 'INVALID_EMAIL_OR_PASSWORD']
    expect(refusals).toEqual([refusal, refusal])
  },
)

/** @shows row-19, asvs-6.2.2, asvs-6.4.1, asvs-6.4.3, asvs-7.4.3 */
test('a reset link changes the password once and revokes earlier sessions', async () => {
  const account = newAccount()
  const ask = browser()
  await ask('sign-up/email', account)
  const { uid } = await createIdentity(provider).verify(await idTokenOf(ask))
  await ask('request-password-reset', { email: account.email, redirectTo: '/reset-password' })
  const link = await ask(String(mailTo(account.email, 'reset')?.url))
  const token = new URL(
    String(link.headers.get('location')),
    shop.config.PUBLIC_URL,
  ).searchParams.get('token')
  const change = () => browser()('reset-password', { newPassword: 'headlight-41', token })
  expect((await change()).status).toBe(200)
  expect((await change()).status).toBe(400)
  expect(signedOut).toContain(uid)
  expect((await ask('token')).status).toBe(401)
  const old = await browser()('sign-in/email', account)
  const fresh = await browser()('sign-in/email', { ...account, password: 'headlight-41' })
  expect([old.status, fresh.status]).toEqual([401, 200])
})

/** @shows asvs-6.2.4, asvs-6.2.11, asvs-6.2.12 */
test.each(['Password1', 'AutoParts-2026'])('rejects the common password %s', async (password) => {
  const response = await browser()('sign-up/email', { ...newAccount(), password })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'PASSWORD_COMPROMISED' },
  ])
})

/** @shows asvs-3.3.1, asvs-3.3.2, asvs-3.3.4, asvs-7.2.2, asvs-7.2.4 */
test('its cookie is HttpOnly, new at each sign-in, and Secure in production', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const cookieOf = async () => {
    const [cookie = ''] = (await browser()('sign-in/email', account)).headers.getSetCookie()
    return cookie
  }
  const [first, second] = [await cookieOf(), await cookieOf()]
  expect(first).toMatch(/HttpOnly/)
  expect(first).toMatch(/SameSite=Lax/)
  expect(first.split(';')[0]).not.toBe(second.split(';')[0])

  const config = { ...shop.config, PUBLIC_URL: 'https://shop.example' }
  const secure = open(config)
  const response = await secure.handle(
    new Request(`${config.PUBLIC_URL}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: config.PUBLIC_URL, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    }),
  )
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-.*; Secure/)
})

/** @shows asvs-11.4.2 */
test('passwords are stored as Argon2id hashes', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const { rows } = await shop.database.pool.query(
    `select password from identity.account join identity."user" on "user".id = "userId" where email = $1`,
    [account.email],
  )
  expect(rows[0].password).toMatch(/^argon2id\$/)
  expect(rows[0].password).not.toContain(account.password)
})

test('Google works once reachable, even if it was unreachable when the shop started', async () => {
  const google = { issuer: 'http://localhost:9/google', clientId: 'shop', clientSecret: 'secret' }
  const identity = { kind: 'embedded' as const, secret: 'x'.repeat(32), google }
  const config = { ...shop.config, identity }
  const lonely = open(config)
  const signIn = () =>
    lonely.handle(
      new Request(`${config.PUBLIC_URL}/api/auth/sign-in/social`, {
        method: 'POST',
        headers: { origin: config.PUBLIC_URL, 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'google', callbackURL: '/', disableRedirect: true }),
      }),
    )
  expect((await signIn()).status).toBe(404)
  expect(reports.join()).toContain('Discovery fetch failed')
  google.issuer = `${shop.sandbox.url}/google`
  const { url } = (await (await signIn()).json()) as { url: string }
  expect(url).toContain(google.issuer)
})

test('its signing key rotates every month, and tokens of the previous key stay valid', async () => {
  const ask = browser()
  await ask('sign-up/email', newAccount())
  const old = await idTokenOf(ask)
  const aMonthLater = `update identity.jwks set "expiresAt" = "expiresAt" - interval '30 days'
                       returning "expiresAt" > now() as "isFresh"`
  const { rows } = await shop.database.pool.query(aMonthLater)
  expect(rows.map(({ isFresh }) => isFresh)).not.toContain(true)
  const fresh = await idTokenOf(ask)
  expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid)
  const anotherNode = createIdentity(open())
  const [before, after] = [await anotherNode.verify(old), await anotherNode.verify(fresh)]
  expect(after).toEqual(before)
})

test('two sign-ins within one second are distinct', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const identity = createIdentity(provider)
  const signIn = async (createdAt: string) => {
    const ask = browser()
    await ask('sign-in/email', account)
    await shop.database.pool.query(
      `update identity.session set "createdAt" = $2 where id = (
         select session.id from identity.session
         join identity."user" on "user".id = "userId" where email = $1
         order by session."createdAt" desc limit 1)`,
      [account.email, createdAt],
    )
    return (await identity.verify(await idTokenOf(ask))).signedInAt.toISOString()
  }
  // A minute ago, so that the newest session is the one just created.
  const second = new Date(Date.now() - 60_000).toISOString().slice(0, 19)
  const times = [`${second}.123Z`, `${second}.124Z`]
  expect([await signIn(times[0]!), await signIn(times[1]!)]).toEqual(times)
})

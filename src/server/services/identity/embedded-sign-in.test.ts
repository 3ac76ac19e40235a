import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordLengthMax } from '#contract/accounts.ts'
import { browserAt, idTokenOf } from '../../testing/browser-at.ts'
import type { Browser } from '../../testing/browser-at.ts'
import { signInWithGoogle } from '../../testing/google-sign-in.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'

let shop: TestShop
let provider: EmbeddedIdentity
const links = new Map<string, string>()
let maySend = true
beforeAll(async () => {
  shop = await openShop()
  provider = openProvider(shop, {
    sendPasswordReset: async ({ email }, url) => void links.set(email, url),
    mayMail: async () => maySend,
  })
})
afterAll(() => shop.close())

const browser = () => browserAt(provider, shop.config.PUBLIC_URL)

const newAccount = (password = 'taillight-40') => ({
  name: 'Mia',
  email: `mia.${crypto.randomUUID()}@shop.example`,
  password,
})

async function statusOf(asked: Promise<Response>) {
  const { status } = await asked
  return status
}

/** The token of a password reset link. */
async function resetToken({ email }: { email: string }) {
  const ask = browser()
  await ask('request-password-reset', { email, redirectTo: '/reset-password' })
  const location = (await ask(String(links.get(email)))).headers.get('location')
  return new URL(String(location), shop.config.PUBLIC_URL).searchParams.get('token')
}

/** @shows asvs-6.2.5, asvs-6.2.8, asvs-6.2.9 */
test.each([
  'zzqqzzqq',
  '73920518463',
  '   spare    wheel   ',
  'Tür-电-🚗 \u0301',
  'a'.repeat(passwordLengthMax - 1) + 'B',
])('a password may be of any characters, and is taken exactly as typed: %j', async (password) => {
  const account = newAccount(password)
  expect(await statusOf(browser()('sign-up/email', account))).toBe(200)
  const signIn = (typed: string) =>
    statusOf(browser()('sign-in/email', { ...account, password: typed }))
  expect(await signIn(password)).toBe(200)
  const similar = [
    password.slice(0, -1),
    password.slice(1),
    password.trim(),
    password.toUpperCase(),
  ]
  for (const other of similar.filter((typed) => typed !== password)) {
    expect([other, await signIn(other)]).toEqual([other, 401])
  }
})

/** @shows asvs-6.2.4, asvs-6.2.11, asvs-6.2.12 */
test.each(['Password1', 'Spare-Parts 1'])(
  'rejects common passwords on reset: %s',
  async (newPassword) => {
    const account = newAccount()
    await browser()('sign-up/email', account)
    const token = await resetToken(account)
    const refused = await browser()('reset-password', { newPassword, token })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'PASSWORD_COMPROMISED' },
    ])
    expect(await statusOf(browser()('sign-in/email', account))).toBe(200)
  },
)

const setPassword = (newPassword: string, token: string | null) =>
  statusOf(browser()('reset-password', { newPassword, token }))

/** @shows row-91, asvs-6.4.1 */
test('a newer reset link voids the older ones', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const [older, newer] = [await resetToken(account), await resetToken(account)]
  expect(await setPassword('headlight-41', older)).toBe(400)
  expect(await setPassword('headlight-41', newer)).toBe(200)
  expect(await setPassword('headlight-42', newer)).toBe(400)
})

/** @shows row-91, asvs-6.4.1 */
test('using a reset link voids every other one of the account, and none of another', async () => {
  const [mia, noah] = [newAccount(), newAccount()]
  for (const account of [mia, noah]) await browser()('sign-up/email', account)
  const [first, others] = [await resetToken(mia), await resetToken(noah)]
  // As if it had been requested in the same millisecond.
  await shop.database.pool.query(
    `insert into identity.verification (id, identifier, value, "expiresAt")
     select gen_random_uuid(), identifier || '-twin', value, "expiresAt"
     from identity.verification where identifier = 'reset-password:' || $1`,
    [first],
  )
  expect(await setPassword('headlight-41', first)).toBe(200)
  expect(await setPassword('headlight-42', `${first}-twin`)).toBe(400)
  expect(await setPassword('headlight-41', others)).toBe(200)
})

/** @shows row-91 */
test('a reset link whose mail is not sent is void, and voids none that the owner has got', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const token = await resetToken(account)
  maySend = false
  const unsent = await resetToken(account)
  maySend = true
  expect(unsent).toBe(token)
  const { rows } = await shop.database.pool.query(
    `select from identity.verification
     where value = (select id from identity."user" where email = $1)`,
    [account.email],
  )
  expect(rows).toHaveLength(1)
  expect(await setPassword('headlight-41', token)).toBe(200)
})

/** @shows row-90, asvs-7.4.3 */
test('a login with a password that is replaced meanwhile begins no session', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const ask = browser()
  // The password is checked, and the session waits.
  const sessions = await holdLock(shop, 'lock table identity.session in exclusive mode')
  const login = ask('sign-in/email', account)
  await sessions.areWaiting(1, 'insert into%"session"%')
  const { rowCount } = await sessions.holder.query(
    `update identity.account set password = password || '0'
     where "userId" = (select id from identity."user" where email = $1)`,
    [account.email],
  )
  expect(rowCount).toBe(1)
  await sessions.release()
  expect(await statusOf(login)).toBe(401)
  expect(await statusOf(ask('token'))).toBe(401)
})

/** @shows row-90, asvs-7.4.3 */
test('a reset and a login that wait for each other leave no session of the old password', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const token = await resetToken(account)
  const ask = browser()
  const sessions = await holdLock(shop, 'lock table identity.session in exclusive mode')
  const login = ask('sign-in/email', account)
  await sessions.areWaiting(1, 'insert into%"session"%')
  const reset = setPassword('headlight-41', token)
  await sessions.areWaiting(1, 'delete from%"session"%"userId" = $1')
  await sessions.release()
  expect(await reset).toBe(200)
  // Its session may have begun before the reset, which ends it then.
  expect([200, 401]).toContain(await statusOf(login))
  expect(await statusOf(ask('token'))).toBe(401)
})

/** @shows row-91 */
test('sign-up stores no address of a picture, https or not', async () => {
  for (const image of ['javascript:alert(1)', 'https://elsewhere.example/a.png']) {
    const account = newAccount()
    const ask = browser()
    expect(await statusOf(ask('sign-up/email', { ...account, image }))).toBe(200)
    expect(await (await ask('get-session')).json()).toMatchObject({ user: { image: null } })
  }
})

/** @shows asvs-6.4.1 */
test('a reset link expires after an hour', async () => {
  const account = newAccount()
  await browser()('sign-up/email', account)
  const token = await resetToken(account)
  const { rows } = await shop.database.pool.query(
    `update identity.verification set "expiresAt" = "expiresAt" - interval '1 hour'
     where identifier like '%' || $1 returning "expiresAt" + interval '1 hour' > now() as "isFresh"`,
    [token],
  )
  expect(rows).toEqual([{ isFresh: true }])
  const change = browser()('reset-password', { newPassword: 'headlight-41', token })
  expect(await statusOf(change)).toBe(400)
})

/** @shows asvs-7.3.1 */
test('a session expires after seven days without use', async () => {
  const account = newAccount()
  const ask = browser()
  await ask('sign-up/email', account)
  const grow = (days: number) =>
    shop.database.pool.query(
      `update identity.session set "expiresAt" = "expiresAt" - make_interval(days => $2),
         "updatedAt" = "updatedAt" - make_interval(days => $2)
       where "userId" = (select id from identity."user" where email = $1)`,
      [account.email, days],
    )
  await grow(6)
  expect(await statusOf(ask('get-session'))).toBe(200)
  // The request renews the session for seven days.
  await grow(6)
  expect(await idTokenOf(ask)).toMatch(/^ey/)
  await grow(8)
  expect(await statusOf(ask('token'))).toBe(401)
})

/** The redirect from there, and whether the browser is signed in. */
async function outcome(ask: Browser, address: URL) {
  const { headers } = await ask(address.href)
  return { location: headers.get('location'), status: (await ask('token')).status }
}

/** @shows asvs-10.1.2, asvs-10.2.1, asvs-10.5.1 */
test('a login with Google completes once, in the browser that began it, with its own code', async () => {
  const [mine, thiefs] = [browser(), browser()]
  const { asked, end } = await signInWithGoogle(mine, shop.sandbox)
  expect(asked.get('code_challenge_method')).toBe('S256')
  const other = await signInWithGoogle(thiefs, shop.sandbox)
  expect(other.asked.get('state')).not.toBe(asked.get('state'))
  expect(other.asked.get('code_challenge')).not.toBe(asked.get('code_challenge'))

  // Another browser with the callback address is not signed in.
  const refused = { location: expect.stringContaining('error='), status: 401 }
  expect(await outcome(browser(), other.end)).toEqual(refused)
  // A code of another login is rejected with the browser's own state.
  const injected = new URL(end)
  injected.searchParams.set('code', String(other.end.searchParams.get('code')))
  expect(await outcome(mine, injected)).toEqual(refused)

  const again = await signInWithGoogle(mine, shop.sandbox)
  expect(await outcome(mine, again.end)).toEqual({ location: '/dashboard', status: 200 })
  expect(await outcome(browser(), again.end)).toEqual(refused)
})

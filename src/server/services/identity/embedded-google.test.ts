import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subjectOf } from '../../../../sandbox/google/accounts.ts'
import { browserAt } from '../../testing/browser-at.ts'
import type { Browser } from '../../testing/browser-at.ts'
import { signInWithGoogle } from '../../testing/google-sign-in.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import type { EmbeddedIdentity } from './embedded-identity.ts'

let shop: TestShop
let provider: EmbeddedIdentity
const links = { verification: new Map<string, string>(), reset: new Map<string, string>() }
const signedOut: string[] = []
beforeAll(async () => {
  shop = await openShop()
  provider = openProvider(shop, {
    sendVerification: async ({ email }, url) => void links.verification.set(email, url),
    sendPasswordReset: async ({ email }, url) => void links.reset.set(email, url),
    onSessionsEnded: async (_, uid) => void signedOut.push(uid),
  })
})
afterAll(() => shop.close())

const browser = () => browserAt(provider, shop.config.PUBLIC_URL)

const accountAt = (host: string) => ({
  name: 'Mia',
  email: `mia.${randomUUID()}@${host}`,
  password: 'taillight-40',
})
type Account = ReturnType<typeof accountAt>

/** Signs up and opens the link of the mail. */
async function signUpVerified(account: Account, ask = browser()) {
  await ask('sign-up/email', account)
  await ask(String(links.verification.get(account.email)))
}

/** The redirect of a login with Google, and whether the browser is signed in. */
async function withGoogle({ email, name }: Account, ask = browser()) {
  const { end } = await signInWithGoogle(ask, shop.sandbox, { email, name })
  const location = (await ask(end.href)).headers.get('location')
  const error = new URL(String(location), shop.config.PUBLIC_URL).searchParams.get('error')
  return { error, isSignedIn: await isSignedIn(ask) }
}

const isSignedIn = async (ask: Browser) => (await ask('token')).status === 200

async function withPassword({ email, password }: Account) {
  const { status } = await browser()('sign-in/email', { email, password })
  return status
}

/** The sign-in methods of an address. */
async function waysOf({ email }: Account) {
  const { rows } = await shop.database.pool.query<{ providerId: string }>(
    `select "providerId" from identity.account
     where "userId" = (select id from identity."user" where email = $1) order by 1`,
    [email],
  )
  return rows.map(({ providerId }) => providerId)
}

async function knownBrowsersOf({ email }: Account) {
  const { rows } = await shop.database.pool.query(
    `select from identity.known_browser join identity."user" on "user".id = user_id where email = $1`,
    [email],
  )
  return rows.length
}

const signedIn = { error: null, isSignedIn: true }

test('a login with Google is linked to the account if both have verified the address', async () => {
  const mia = accountAt('shop.example')
  const earlier = browser()
  await signUpVerified(mia, earlier)
  expect(await withGoogle(mia)).toEqual(signedIn)
  expect(await waysOf(mia)).toEqual(['credential', 'google'])
  expect([await withPassword(mia), await isSignedIn(earlier)]).toEqual([200, true])
})

/** @shows asvs-6.8.1 */
test('an address that Google has not verified gives no access to its account', async () => {
  const owner = accountAt('unverified.example')
  await signUpVerified(owner)
  expect(await withGoogle(owner)).toEqual({ error: 'account_not_linked', isSignedIn: false })
  expect(await waysOf(owner)).toEqual(['credential'])
})

test('an address that Google has not verified creates no account', async () => {
  const nobody = accountAt('unverified.example')
  expect(await withGoogle(nobody)).toEqual({ error: 'email_not_verified', isSignedIn: false })
  expect(await waysOf(nobody)).toEqual([])
})

test('a linked account needs an address that Google has verified', async () => {
  const [mia, changed] = [accountAt('shop.example'), accountAt('unverified.example')]
  await withGoogle(mia)
  await shop.database.pool.query(
    `update identity.account set "accountId" = $2
     where "userId" = (select id from identity."user" where email = $1)`,
    [mia.email, subjectOf(changed.email)],
  )
  expect(await withGoogle(changed)).toEqual({ error: 'email_not_verified', isSignedIn: false })
})

/** @shows row-90, asvs-6.8.1 */
test('the owner’s Google login takes over an unverified sign-up with the address, without its password', async () => {
  const known = accountAt('shop.example')
  const thief = browser()
  await thief('sign-up/email', known)
  await thief('request-password-reset', { email: known.email, redirectTo: '/reset-password' })
  const owner = browser()
  signedOut.length = 0
  expect(await withGoogle(known, owner)).toEqual(signedIn)
  expect(await waysOf(known)).toEqual(['google'])
  expect(await (await owner('get-session')).json()).toMatchObject({ user: { emailVerified: true } })
  expect([await withPassword(known), await isSignedIn(thief)]).toEqual([401, false])
  expect(signedOut).toHaveLength(1)

  // The link to the page leads back with an error.
  const page = (await owner(String(links.reset.get(known.email)))).headers.get('location')
  expect(page).toContain('error=INVALID_TOKEN')
  expect(await knownBrowsersOf(known)).toBe(1)
})

/** @shows row-90, asvs-6.8.1 */
test('an unverified sign-up is not handed over for an address that Google has not verified', async () => {
  const known = accountAt('unverified.example')
  const owner = browser()
  await owner('sign-up/email', known)
  expect(await withGoogle(known)).toEqual({ error: 'account_not_linked', isSignedIn: false })
  expect(await waysOf(known)).toEqual(['credential'])
  expect([await withPassword(known), await isSignedIn(owner)]).toEqual([200, true])
})

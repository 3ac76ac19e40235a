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
beforeAll(async () => {
  shop = await openShop()
  provider = openProvider(shop, {
    sendVerification: async ({ email }, url) => void links.verification.set(email, url),
    sendPasswordReset: async ({ email }, url) => void links.reset.set(email, url),
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

const verify = async ({ email }: Account) =>
  void (await browser()(String(links.verification.get(email))))

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

const signedIn = { error: null, isSignedIn: true }

test('a login with Google is linked to the account if both have verified the address', async () => {
  const mia = accountAt('shop.example')
  await browser()('sign-up/email', mia)
  await verify(mia)
  expect(await withGoogle(mia)).toEqual(signedIn)
  expect(await waysOf(mia)).toEqual(['credential', 'google'])
})

/** @shows asvs-6.8.1 */
test('an address that Google has not verified gives no access to its account', async () => {
  const owner = accountAt('unverified.example')
  await browser()('sign-up/email', owner)
  await verify(owner)
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

/** @shows asvs-6.8.1 */
test('an unverified sign-up with another’s address is not linked to the owner’s Google login', async () => {
  const known = accountAt('shop.example')
  const thief = browser()
  await thief('sign-up/email', known)
  expect(await withGoogle(known)).toEqual({ error: 'account_not_linked', isSignedIn: false })
  expect(await waysOf(known)).toEqual(['credential'])

  // As the page advises: reset the password by mail, and verify the address.
  const owner = browser()
  await owner('request-password-reset', { email: known.email, redirectTo: '/reset-password' })
  const page = (await owner(String(links.reset.get(known.email)))).headers.get('location')
  const token = new URL(String(page), shop.config.PUBLIC_URL).searchParams.get('token')
  await owner('reset-password', { newPassword: 'headlight-41', token })
  await verify(known)
  expect(await withGoogle(known)).toEqual(signedIn)
  expect([await withPassword(known), await isSignedIn(thief)]).toEqual([401, false])
})

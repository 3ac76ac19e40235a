import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedShop } from '../../testing/embedded-shop.ts'
import type { EmbeddedShop } from '../../testing/embedded-shop.ts'
import type { Browser } from '../../testing/browser-at.ts'

const admins = Array.from({ length: 4 }, (_, index) => `owner${index}@shop.example`)

let shop: EmbeddedShop
beforeAll(async () => {
  shop = await openEmbeddedShop({ ADMIN_EMAILS: admins.join() })
})
afterAll(() => shop.close())

type Account = ReturnType<EmbeddedShop['newAccount']>
const accountOf = (email: string) => ({ ...shop.newAccount(), email })

/** Opens the link of the mail; the path that it leads to, and whether the address is verified then. */
async function openLink(ask: Browser, account: Account) {
  const { status, headers } = await ask(shop.verificationLink(account))
  const location = new URL(String(headers.get('location')), shop.config.PUBLIC_URL)
  return { status, path: location.pathname, isVerified: await isVerified(account) }
}

async function isVerified({ email }: Account) {
  const { rows } = await shop.database.pool.query<{ emailVerified: boolean }>(
    'select "emailVerified" from identity."user" where email = $1',
    [email],
  )
  return rows[0]?.emailVerified
}

async function signUp(ask: Browser, account: Account) {
  await ask('sign-up/email', { ...account, callbackURL: '/login?verified=1' })
}

const tokenOf = (account: Account) =>
  new URL(shop.verificationLink(account)).searchParams.get('token')

const confirm = (ask: Browser, { email, password }: Account, token: string | null) =>
  ask('confirm-email', { token, email, password })

const confirmed = { status: 302, path: '/login', isVerified: true }
const asked = { status: 302, path: '/confirm-email', isVerified: false }

/** @shows row-18, asvs-6.4.1 */
test('a link confirms the address at once in the browser that signed up, signed out or not', async () => {
  const [mia, noah] = [shop.newAccount(), shop.newAccount()]
  const [here, there] = [shop.browser(), shop.browser()]
  await signUp(here, mia)
  expect(await openLink(here, mia)).toEqual(confirmed)
  expect(await openLink(here, mia)).toEqual(confirmed)
  await signUp(there, noah)
  await there('sign-out', {})
  expect(await openLink(there, noah)).toEqual(confirmed)
})

/** @shows row-90 */
test('in any other browser, and for a program that opens links, a link changes nothing', async () => {
  const mia = shop.newAccount()
  await signUp(shop.browser(), mia)
  const other = shop.browser()
  expect(await openLink(other, mia)).toEqual(asked)
  // The account is not one of this browser.
  await signUp(other, shop.newAccount())
  expect(await openLink(other, mia)).toEqual(asked)
})

/** @shows row-90 */
test('the page confirms with the password of the account, and signs in', async () => {
  const mia = shop.newAccount()
  await signUp(shop.browser(), mia)
  const phone = shop.browser()
  const token = tokenOf(mia)
  const wrong = await confirm(phone, { ...mia, password: 'not-this-one' }, token)
  const elsewhere = await confirm(phone, { ...mia, email: `x${mia.email}` }, token)
  const forged = await confirm(phone, mia, `${token}x`)
  expect([wrong.status, elsewhere.status, forged.status]).toEqual([401, 400, 400])
  expect([await isVerified(mia), (await phone('token')).status]).toEqual([false, 401])
  expect((await confirm(phone, mia, token)).status).toBe(200)
  expect(await isVerified(mia)).toBe(true)
  expect((await phone('token')).status).toBe(200)
  // Again, as on a slow phone: a login like any other.
  expect((await confirm(shop.browser(), mia, token)).status).toBe(200)
})

/** @shows row-90, P9, asvs-7.4.3 */
test('confirming ends every other session, with its access tokens and ID tokens', async () => {
  const mia = shop.newAccount()
  const [desktop, phone, stranger] = [shop.browser(), shop.browser(), shop.browser()]
  await signUp(desktop, mia)
  await stranger('sign-in/email', mia)
  const taken = await shop.enter(stranger, mia)
  const own = await shop.enter(desktop, mia)
  expect(await shop.statusesOf(taken)).toEqual([200, 200])

  expect(await openLink(desktop, mia)).toEqual(confirmed)
  expect(await shop.statusesOf(taken)).toEqual([401, 401])
  expect((await stranger('token')).status).toBe(401)
  // The session of the browser that confirms goes on, with new tokens.
  expect(await shop.statusesOf(own)).toEqual([401, 401])
  expect(await shop.statusesOf(await shop.enter(desktop, mia))).toEqual([200, 200])

  const noah = shop.newAccount()
  await signUp(desktop, noah)
  const before = await shop.enter(desktop, noah)
  await confirm(phone, noah, tokenOf(noah))
  expect(await shop.statusesOf(before)).toEqual([401, 401])
  expect((await desktop('token')).status).toBe(401)
})

/** @shows row-28, row-90 */
test('a session from before the confirmation has no rights of ADMIN_EMAILS, a login after it has', async () => {
  const owner = accountOf(admins[0]!)
  const ask = shop.browser()
  await signUp(ask, owner)
  await shop.enter(ask, owner)
  await openLink(ask, owner)
  expect(await shop.isAdmin(await shop.enter(ask, owner))).toBe(false)
  await ask('sign-in/email', owner)
  expect(await shop.isAdmin(await shop.enter(ask, owner))).toBe(true)

  const second = accountOf(admins[1]!)
  await signUp(shop.browser(), second)
  const phone = shop.browser()
  await confirm(phone, second, tokenOf(second))
  expect(await shop.isAdmin(await shop.enter(phone, second))).toBe(true)
})

/** @shows row-90, asvs-6.8.1 */
test('a stranger who signs up with the address of an admin gains nothing when its owner opens the link', async () => {
  const [owner, stranger] = [shop.browser(), shop.browser()]
  const taken = accountOf(admins[2]!)
  await signUp(stranger, taken)
  const entered = await shop.enter(stranger, taken)
  const kept = accountOf(admins[3]!)
  await signUp(stranger, kept)
  const idToken = ((await (await stranger('token')).json()) as { token: string }).token

  expect(await openLink(owner, taken)).toEqual(asked)
  expect(await shop.isAdmin(entered)).toBe(false)
  // As the page advises: a password of their own.
  for (const account of [taken, kept]) {
    const token = await shop.resetToken(owner, account)
    const mine = { ...account, password: 'headlight-41' }
    expect((await owner('reset-password', { token, newPassword: mine.password })).status).toBe(200)
    expect(await isVerified(account)).toBe(true)
    await owner('sign-in/email', mine)
    expect(await shop.isAdmin(await shop.enter(owner, mine))).toBe(true)
    expect((await stranger('sign-in/email', account)).status).toBe(401)
  }
  expect(await shop.statusesOf(entered)).toEqual([401, 401])
  // A token that was never exchanged before.
  expect((await shop.exchange(kept.email, idToken)).status).toBe(401)
})

/** @shows row-90 */
test('the link of an account that is gone confirms no later account of its address', async () => {
  const gone = shop.newAccount()
  await signUp(shop.browser(), gone)
  const link = shop.verificationLink(gone)
  const token = tokenOf(gone)
  await shop.database.pool.query('delete from identity."user" where email = $1', [gone.email])
  const later = { ...gone, password: 'headlight-41' }
  const browser = shop.browser()
  await signUp(browser, later)
  expect((await confirm(browser, later, token)).status).toBe(400)
  await browser(link)
  expect(await isVerified(later)).toBe(false)
  expect((await confirm(browser, later, tokenOf(later))).status).toBe(200)
})

/** @shows asvs-3.3.1, asvs-3.3.4, asvs-11.5.1 */
test('the cookie of a known browser is random, HttpOnly, stored as a hash and new at each sign-in', async () => {
  const mia = shop.newAccount()
  const ask = shop.browser()
  const cookieOf = async (path: string) => {
    const lines = (await ask(path, mia)).headers.getSetCookie()
    return String(lines.find((line) => line.startsWith('identity.known_browser=')))
  }
  const [first, second] = [await cookieOf('sign-up/email'), await cookieOf('sign-in/email')]
  expect(first).toMatch(/^identity\.known_browser=[\w-]{43};/)
  expect(first).toMatch(/HttpOnly/)
  expect(first).toMatch(/SameSite=Lax/)
  expect(first).toMatch(/Path=\/api\/auth/)
  expect(second.split(';')[0]).not.toBe(first.split(';')[0])
  const { rows } = await shop.database.pool.query(
    `select token_hash from identity.known_browser
     join identity."user" on "user".id = user_id where email = $1`,
    [mia.email],
  )
  // The token from before is worth nothing.
  expect(rows).toHaveLength(1)
  expect(second).not.toContain(rows[0].token_hash)
})

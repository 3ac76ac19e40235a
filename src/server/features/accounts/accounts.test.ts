import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { profiles } from '#contract/profiles.ts'
import { users } from '#contract/users.ts'
import { ownOrders } from '#contract/orders/own-orders.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'
import { signOutEverywhere } from './queries.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ ADMIN_EMAILS: 'Owner@Shop.example, second@shop.example' })
})
afterAll(() => shop.close())

const exchange = (idToken: string, email: string) =>
  shop.call({ uid: '', email, token: idToken, idToken }, accounts.exchange, { params: { email } })

const day = 24 * 60 * 60
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

/** @shows asvs-7.4.3 */
test('signing out everywhere revokes all earlier tokens from the next request on', async () => {
  const email = `mia.${randomUUID()}@shop.example`
  const uid = randomUUID()
  const idTokenOf = (auth_time: number) =>
    shop.signIdToken({ email, email_verified: true, auth_time }, uid)
  const [early, late] = await Promise.all([idTokenOf(secondsAgo(60)), idTokenOf(secondsAgo(-3600))])
  const old = { uid, email, idToken: early, token: (await exchange(early, email)).body.token }
  await signOutEverywhere(shop.database.db, uid, new Date())
  const own = { params: { email } }
  expect((await shop.call(old, users.isAdmin, own)).status).toBe(401)
  expect((await exchange(early, email)).status).toBe(401)
  expect((await exchange(late, email)).status).toBe(200)
})

/** @shows asvs-7.3.2, asvs-7.6.1, asvs-10.3.4 */
test('a sign-in expires after thirty days', async () => {
  const email = `mia.${randomUUID()}@shop.example`
  const uid = randomUUID()
  const statuses = []
  for (const auth_time of [secondsAgo(29 * day), secondsAgo(31 * day)]) {
    const idToken = await shop.signIdToken({ email, email_verified: true, auth_time }, uid)
    statuses.push((await exchange(idToken, email)).status)
  }
  expect(statuses).toEqual([200, 401])
})

/** @shows row-24 */
test('an ID token is exchanged for its own e-mail address only', async () => {
  const email = 'Jan+shop@shop.example'
  const idToken = await shop.signIdToken({ email, email_verified: true }, randomUUID())
  expect((await exchange(idToken, 'jan+shop@shop.example')).body.token).toMatch(/^ey/)
  expect((await exchange(idToken, 'other@shop.example')).status).toBe(403)
  const unescaped = await shop.app.inject({
    method: 'PUT',
    url: '/api/user/jan shop@shop.example'.replace(' ', '+'),
    headers: { authorization: `Bearer ${idToken}` },
    payload: { email, role: 'admin' },
  })
  expect(unescaped.statusCode).toBe(200)
  const answer = await shop.call(
    { uid: '', email, idToken, token: unescaped.json().token },
    users.isAdmin,
    { params: { email } },
  )
  expect(answer.body).toEqual({ admin: false })
})

/** @shows row-20, asvs-8.2.3, asvs-15.3.3 */
test('sign-up stores the display name and ignores a role in the body', async () => {
  const email = `lena.${randomUUID()}@shop.example`
  const idToken = await shop.signIdToken({ email, email_verified: false }, randomUUID())
  const body = { email, name: 'Lena', role: 'admin' }
  await shop.call({ uid: '', email, idToken, token: idToken }, accounts.exchangeNamed, {
    params: { email },
    body,
  })
  const { rows } = await shop.database.pool.query('select name, role from users where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ name: 'Lena', role: 'customer' }])
})

/** Signs in for the first time with these names and returns the name of the account. */
async function nameAfter(claimed: string, named: string) {
  const email = `lena.${randomUUID()}@shop.example`
  const idToken = await shop.signIdToken({ email, name: claimed }, randomUUID())
  const lena = { uid: '', email, idToken, token: idToken }
  const params = { email }
  const { status } = await shop.call(lena, accounts.exchangeNamed, {
    params,
    body: { name: named },
  })
  const { rows } = await shop.database.pool.query('select name from users where email = $1', [
    email,
  ])
  return [status, rows[0].name]
}

test('the account’s name is a single line even if provider or client send several', async () => {
  expect(await nameAfter('', 'Lena\r\nBcc: all\u202E')).toEqual([200, 'Lena Bcc: all'])
  expect(await nameAfter('\u202ALena\u0085Park\u202C', '\u2028')).toEqual([200, 'Lena Park'])
  expect(await nameAfter('\u3164Lena\u200B Park', '\u200B\u3164')).toEqual([200, 'Lena Park'])
})

/** @shows row-28 */
test('a configured address becomes an admin only once verified', async () => {
  const uid = randomUUID()
  const email = 'owner@shop.example'
  const enter = async (isVerified: boolean) => {
    const idToken = await shop.signIdToken({ email, email_verified: isVerified }, uid)
    const { token } = (await exchange(idToken, email)).body
    return (await shop.call({ uid, email, idToken, token }, users.isAdmin, { params: { email } }))
      .body
  }
  expect(await enter(false)).toEqual({ admin: false })
  expect(await enter(true)).toEqual({ admin: true })
})

test('revoked rights of a configured address do not return with its next login', async () => {
  const uid = randomUUID()
  const email = 'second@shop.example'
  const admin = await shop.signIn({ isAdmin: true })
  const enter = async () => {
    const idToken = await shop.signIdToken({ email, email_verified: true }, uid)
    const { token } = (await exchange(idToken, email)).body
    return { uid, email, idToken, token }
  }
  const isAdmin = async () =>
    (await shop.call(await enter(), users.isAdmin, { params: { email } })).body.admin
  expect(await isAdmin()).toBe(true)
  await shop.call(admin, users.demote, { params: { email } })
  expect(await isAdmin()).toBe(false)
  await shop.call(admin, users.promote, { params: { email } })
  expect(await isAdmin()).toBe(true)
})

test('an account moves to another provider by its verified e-mail only', async () => {
  const email = `moved.${randomUUID()}@shop.example`
  await exchange(await shop.signIdToken({ email, email_verified: true }, 'old-uid'), email)
  const unverified = await shop.signIdToken({ email, email_verified: false }, 'thief-uid')
  expect((await exchange(unverified, email)).body.code).toBe('email-not-verified')
  const verified = await shop.signIdToken({ email, email_verified: true }, 'new-uid')
  expect((await exchange(verified, email)).status).toBe(200)
  const { rows } = await shop.database.pool.query('select uid from users where email = $1', [email])
  expect(rows).toEqual([{ uid: 'new-uid' }])
})

const verifiedToken = (email: string, uid: string) =>
  shop.signIdToken({ email, email_verified: true }, uid)

/** @shows asvs-10.3.3 */
test('an e-mail address of another account is not taken over', async () => {
  const [mine, theirs] = [
    `mine.${randomUUID()}@shop.example`,
    `theirs.${randomUUID()}@shop.example`,
  ]
  const uid = randomUUID()
  await exchange(await verifiedToken(mine, uid), mine)
  await exchange(await verifiedToken(theirs, randomUUID()), theirs)
  const { status, body } = await exchange(await verifiedToken(theirs, uid), theirs)
  expect([status, body.code]).toEqual([409, 'duplicate'])
})

test('an address that the forms reject can sign in through its provider', async () => {
  const email = `jan.${randomUUID()}@t-online.example`
  const idToken = await verifiedToken(email, randomUUID())
  const { token } = (await exchange(idToken, email)).body
  const jan = { uid: '', email, token, idToken }
  expect((await shop.call(jan, ownOrders.mine, { query: { email } })).body).toEqual([])
})

test('a name from the profile survives the renewal of the session', async () => {
  const mia = await shop.signIn()
  const params = { email: mia.email }
  const body = {
    name: 'Mia Motors',
    address: '1 Workshop Road',
    phone: '+1 555 010 0100',
    fbLink: 'https://social.example/mia',
    img: '/parts/door-rubber.svg',
  }
  await shop.call(mia, profiles.save, { params, body })
  await exchange(mia.idToken, mia.email)
  expect((await shop.call(mia, profiles.one, { params })).body.name).toBe('Mia Motors')
})

/** @shows row-49, row-56 */
test('only a verified account becomes an admin, counted once', async () => {
  const [admin, verified, unverified] = await Promise.all([
    shop.signIn({ isAdmin: true }),
    shop.signIn(),
    shop.signIn({ isVerified: false }),
  ])
  const promote = (email: string) => shop.call(admin, users.promote, { params: { email } })
  expect((await promote(verified.email)).body).toEqual({ modifiedCount: 1 })
  expect((await promote(verified.email)).body).toEqual({ modifiedCount: 0 })
  expect((await promote(unverified.email)).body.code).toBe('email-not-verified')
  expect((await promote('nobody@shop.example')).status).toBe(404)
  const list = await shop.call(verified, users.list, { query: { q: verified.email } })
  expect(list.body).toMatchObject([{ email: verified.email, role: 'admin', active: true }])
})

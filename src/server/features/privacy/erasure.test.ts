import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { isErasedEmail } from '#contract/shared/erased.ts'
import { ownData } from '#contract/own-data.ts'
import { profiles } from '#contract/profiles.ts'
import { reviews } from '#contract/reviews.ts'
import { users } from '#contract/users.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { expectInvariantsToHold } from '../../testing/payments.ts'
import { everyRow, personEverywhere, rowsWith } from '../../testing/rows/person-everywhere.ts'
import type { PersonEverywhere } from '../../testing/rows/person-everywhere.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { orderRetention } from './order-contacts.ts'
import { periodsOf } from './periods.ts'
import { uploadedPicture } from '../../testing/uploaded-picture.ts'

let shop: TestShop
let admin: TestUser
let zoe: PersonEverywhere
beforeAll(async () => {
  shop = await openShop({ CONTACT_EMAIL: 'shop@shop.example', NEWSLETTER: 'on' })
  admin = await shop.signIn({ name: 'Ada', isAdmin: true })
})
beforeEach(async () => {
  zoe = await personEverywhere(shop, admin, 'Zoe')
})
afterAll(() => shop.close())

const erase = (who: TestUser, email = who.email) =>
  shop.call(who, ownData.erase, { params: { email } })

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows

/** The upkeep job, as if it was due. */
async function runUpkeep(settings: Partial<TestShop['config']> = {}) {
  await query(`update job_runs set due_at = now() where name = 'upkeep'`)
  const periods = periodsOf({ ...shop.config, ...settings })
  await purgeExpired(shop.database.pool, periods, orderRetention(periods))
}

/** @shows row-94, asvs-14.2.4 */
test('after an erasure no table contains the address, name, phone, street or words of the person', async () => {
  expect(Object.keys(await rowsWith(shop, zoe.traces)).length).toBeGreaterThan(7)
  const { status, body } = await erase(zoe)
  expect([status, body]).toEqual([200, { isComplete: true }])
  expect(await rowsWith(shop, [...zoe.traces, zoe.uid])).toEqual({})
})

/** @shows row-94, P8 */
test('an erasure changes no row of another person', async () => {
  const noah = await personEverywhere(shop, admin, 'Noah')
  const rowsOfNoah = async () => {
    const rows = [...(await everyRow(shop)).values()].flat()
    const texts = [noah.id, noah.uid, ...noah.traces, ...Object.values(noah.orders)]
    return rows.filter((row) => texts.some((text) => row.includes(text)))
  }
  const before = await rowsOfNoah()
  expect(before.length).toBeGreaterThan(30)
  await erase(zoe)
  expect(await rowsOfNoah()).toEqual(before)
})

/** @shows row-94, P1, P2 */
test('an erasure cancels unpaid orders, their payments too, and returns their units once', async () => {
  const unitsLeft = async () =>
    (await query('select quantity from products where id = $1', [zoe.part.id]))[0]?.['quantity']
  expect(await unitsLeft()).toBe(90)
  await erase(zoe)
  expect(await unitsLeft()).toBe(100)
  const [intent] = await query('select intent_id from payment_intents where order_id = $1', [
    zoe.orders.unpaid,
  ])
  const { status } = await shop.stripe.paymentIntents.retrieve(String(intent?.['intent_id']))
  expect(status).toBe('canceled')
  await expectInvariantsToHold(shop)
})

/** @shows row-94, asvs-7.4.3 */
test('an erased account is signed out, and its earlier sign-ins never open it again', async () => {
  await erase(zoe)
  const { email } = zoe
  const params = { email }
  expect((await shop.call(zoe, profiles.one, { params })).status).toBe(401)
  const exchange = (idToken: string) =>
    shop.call({ ...zoe, token: idToken }, accounts.exchange, { params })
  expect((await exchange(zoe.idToken)).status).toBe(401)
  expect(await query('select 1 from users where email = $1', [email])).toEqual([])

  // A later sign-up gets a new account, without anything of the old one.
  const inAMinute = { auth_time: Date.now() / 1000 + 1, email, email_verified: true, name: 'Zoe' }
  const again = await exchange(await shop.signIdToken(inAMinute, zoe.uid))
  const fresh = { ...zoe, token: again.body.token }
  expect((await shop.call(fresh, profiles.one, { params })).body).toMatchObject({ address: '' })
})

/** @shows row-94, asvs-7.4.3 */
test('a sign-in from before an erasure takes over no later account of the address', async () => {
  await erase(zoe)
  const { email } = zoe
  const params = { email }
  const later = await shop.signIn({ email })
  const old = await shop.call({ ...zoe, token: zoe.idToken }, accounts.exchange, { params })
  expect(old.status).toBe(401)
  expect((await shop.call(later, profiles.one, { params })).status).toBe(200)
})

/** @shows row-94 */
test('admins see erased accounts, orders and reviews without a person', async () => {
  await erase(zoe)
  const { body: order } = await shop.call(admin, manageOrders.all, {
    query: { q: zoe.orders.shipped },
  })
  expect(order).toMatchObject([{ _id: zoe.orders.shipped, status: 'shipped', delivery: null }])
  expect(isErasedEmail(order[0]!.email)).toBe(true)
  const { body: list } = await shop.call(admin, users.list, { query: { q: zoe.id } })
  expect(list).toMatchObject([{ _id: zoe.id, name: '', role: 'customer', active: false }])
  const { body: review } = await shop.call(undefined, reviews.list, { query: { limit: 1 } })
  expect(review).toMatchObject([
    { _id: zoe.review, name: 'Customer', description: 'And it shines' },
  ])
})

/** @shows row-94 */
test('no admin opens an erased account again', async () => {
  await erase(zoe)
  const params = { email: `${zoe.id}@erased.invalid` }
  for (const e of [users.reactivate, users.promote]) {
    expect((await shop.call(admin, e, { params })).status).toBe(404)
  }
  const change = query('update users set email = $2, erased_at = null where id = $1', [
    zoe.id,
    zoe.email,
  ])
  await expect(change).rejects.toThrow('an erased account never changes')
})

/** @shows row-94, asvs-7.5.1 */
test('download and erasure need a sign-in of the last ten minutes', async () => {
  const signedInAt = new Date(Date.now() - 11 * 60_000)
  const { uid, email } = zoe
  const old = await shop.signIn({ uid, email, signedInAt })
  const params = { email }
  for (const e of [ownData.download, ownData.erase]) {
    expect((await shop.app.inject(requestFor(e.method, e.path, old))).json()).toMatchObject({
      status: 403,
      code: 'sign-in-too-old',
    })
  }
  expect((await shop.call(zoe, profiles.one, { params })).status).toBe(200)
})

const requestFor = (method: 'GET' | 'DELETE', path: string, { email, token }: TestUser) => ({
  method,
  url: `/api${path.replace('{email}', encodeURIComponent(email))}`,
  headers: { authorization: `Bearer ${token}` },
})

/** @shows row-94, P8 */
test('an account is erased under its own address only', async () => {
  expect((await erase(zoe, admin.email)).status).toBe(403)
  expect((await erase(zoe, 'nobody@shop.example')).status).toBe(403)
  expect((await shop.call(zoe, profiles.one, { params: { email: zoe.email } })).status).toBe(200)
})

/** @shows row-94, P9 */
test('the last admin is not erased', async () => {
  const alone = await openShop()
  onTestFinished(() => alone.close())
  const ada = await alone.signIn({ name: 'Ada', isAdmin: true })
  const params = { email: ada.email }
  const asked = await alone.call(ada, ownData.erasure, { params })
  expect(asked.body).toMatchObject({ isLastAdmin: true })
  const { status, body } = await alone.call(ada, ownData.erase, { params })
  expect([status, body.code]).toEqual([409, 'last-admin'])
  await alone.signIn({ name: 'Ben', isAdmin: true })
  expect((await alone.call(ada, ownData.erase, { params })).status).toBe(200)
  await expectInvariantsToHold(alone)
})

/** @shows row-94 */
test('a paid order keeps its delivery address until it is shipped, and nothing else', async () => {
  const paid = await zoe.pay()
  const asked = await shop.call(zoe, ownData.erasure, { params: { email: zoe.email } })
  expect(asked.body).toEqual({
    unpaid: 1,
    unshipped: 1,
    unaddressed: 0,
    keptDays: 0,
    isLastAdmin: false,
  })
  await erase(zoe)
  expect(await rowsWith(shop, zoe.traces)).toEqual({ orders: 1 })
  await runUpkeep()
  expect(await rowsWith(shop, Object.values(zoe.details))).toEqual({ orders: 1 })
  expect(await rowsWith(shop, [zoe.email])).toEqual({})
  const shipping = await shop.call(admin, manageOrders.ship, { params: { id: paid.id } })
  expect(shipping.body).toEqual({ modifiedCount: 1 })
  await runUpkeep()
  expect(await rowsWith(shop, zoe.traces)).toEqual({})
  await expectInvariantsToHold(shop)
})

/** @shows row-94 */
test('mails and messages to an unverified address are not taken for those of the account', async () => {
  const stranger = await shop.signIn({ name: 'Mallory', isVerified: false })
  const insert = `insert into contact_messages (name, email, phone, message) values ('', $1, '', 'Mine')`
  await query(insert, [stranger.email])
  expect((await erase(stranger)).status).toBe(200)
  expect(await rowsWith(shop, [stranger.email])).toEqual({ contact_messages: 1 })
})

const photo = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

/** @shows row-94 */
test('an erasure deletes the uploaded photo, unless a product shows the same one', async () => {
  const { imageStore } = shop.parts
  for (const [background, isShared] of [
    ['#102030', false],
    ['#302010', true],
  ] as const) {
    const someone = await shop.signIn()
    const address = await imageStore.add(uploadedPicture(await photo(background)))
    await query(
      `insert into profiles (user_id, address, phone, fb_link, img)
       select id, '', '', '', $2 from users where uid = $1`,
      [someone.uid, address],
    )
    if (isShared) await query('update products set img = $2 where id = $1', [zoe.part.id, address])
    await erase(someone)
    const found = await imageStore.open(address.replace('/images/', ''))
    expect([isShared, found !== undefined]).toEqual([isShared, isShared])
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { manageOrders } from '#contract/manage-orders.ts'
import { ownData } from '#contract/privacy/own-data.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { promoteUser, setRole } from './admins.ts'

const owner = 'owner@shop.example'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ ADMIN_EMAILS: owner })
})
afterAll(() => shop.close())

const idOf = async ({ database }: TestShop, { email }: { email: string }) =>
  (await database.db.selectFrom('users').select('id').where('email', '=', email).execute())[0]!.id

const actionsOn = (target: string) =>
  shop.database.db
    .selectFrom('admin_actions')
    .select(['actor', 'action', 'before', 'after', 'request_id'])
    .where('target', '=', target)
    .orderBy('id')
    .execute()

const promote = (by: TestUser, { email }: TestUser) =>
  shop.call(by, users.promote, { params: { email } })

const deactivate = (at: TestShop, by: TestUser, { email }: TestUser) =>
  at.call(by, users.deactivate, { params: { email } })

/** A shop with only these two admins. */
async function openShopOfTwo() {
  const alone = await openShop()
  onTestFinished(() => alone.close())
  const ada = await alone.signIn({ name: 'Ada', isAdmin: true })
  const ben = await alone.signIn({ name: 'Ben', isAdmin: true })
  const admins = () =>
    alone.database.db
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('email_verified', '=', true)
      .where('deactivated_at', 'is', null)
      .execute()
  return { alone, ada, ben, admins }
}

/** Runs both concurrently: neither continues before both wait for a lock. */
async function colliding<First, Second>(
  within: TestShop,
  start: () => [Promise<First>, Promise<Second>],
) {
  const held = await holdLock(within, 'select from users for update')
  const outcomes = Promise.allSettled(start())
  await held.areWaiting(2)
  await held.release()
  return outcomes
}

/** @shows row-49 */
test('a promotion is audited once with its actor', async () => {
  const [admin, mia] = await Promise.all([shop.signIn({ isAdmin: true }), shop.signIn()])
  await promote(admin, mia)
  await promote(admin, mia)
  expect(await actionsOn(await idOf(shop, mia))).toEqual([
    {
      actor: await idOf(shop, admin),
      action: 'grant-admin',
      before: { role: 'customer' },
      after: { role: 'admin' },
      request_id: expect.stringMatching(/./),
    },
  ])
})

test('rights granted and revoked by command line and configuration are audited', async () => {
  const mia = await shop.signIn({ isAdmin: true })
  await setRole(shop.database.db, mia.email, 'customer')
  await setRole(shop.database.db, mia.email, 'customer')
  expect(await actionsOn(await idOf(shop, mia))).toMatchObject([
    { actor: 'command-line', action: 'grant-admin', request_id: null },
    { actor: 'command-line', action: 'revoke-admin', after: { role: 'customer' } },
  ])

  const configured = await shop.signIn({ email: owner })
  const params = { email: owner }
  await shop.call({ ...configured, token: configured.idToken }, accounts.exchange, { params })
  expect(await actionsOn(await idOf(shop, configured))).toEqual([
    {
      actor: 'configuration',
      action: 'grant-admin',
      before: { role: 'customer' },
      after: { role: 'admin' },
      request_id: null,
    },
  ])
})

/** @shows row-94, P9 */
test('revoked rights of the configuration do not return by erasing the account and signing up again', async () => {
  const email = 'former@shop.example'
  const at = await openShop({ ADMIN_EMAILS: email })
  onTestFinished(() => at.close())
  const boss = await at.signIn({ isAdmin: true })
  const mayListUsers = async (who: TestUser) =>
    (await at.call(who, users.list, { query: {} })).status
  const former = await at.signIn({ email })
  expect(await mayListUsers(former)).toBe(200)
  await at.call(boss, users.demote, { params: { email } })
  expect(await mayListUsers(former)).toBe(403)
  expect((await at.call(former, ownData.erase, { params: { email } })).body).toEqual({
    isComplete: true,
  })
  const again = await at.signIn({ email })
  expect(await mayListUsers(again)).toBe(403)
  expect((await at.call(boss, users.promote, { params: { email } })).status).toBe(200)
  expect(await mayListUsers(again)).toBe(200)
})

test('closing an account, adding and archiving a product and shipping an order are audited', async () => {
  const [admin, mia] = await Promise.all([shop.signIn({ isAdmin: true }), shop.signIn()])
  const actor = await idOf(shop, admin)
  const steps = paymentSteps(shop)
  const ordered = await steps.order(mia)
  await steps.report(mia, ordered.id, await steps.payAtProvider(mia, ordered))
  for (let count = 0; count < 2; count += 1) {
    await shop.call(admin, manageOrders.ship, { params: { id: ordered.id } })
    await deactivate(shop, admin, mia)
  }
  const name = `Part ${randomUUID()}`
  const added = await shop.call(admin, products.add, {
    body: { name, price: 18.79, quantity: 5, description: 'A part', img: '/parts/radiator.svg' },
  })
  await shop.call(admin, products.remove, { params: { id: added.body.insertedId } })

  expect(await actionsOn(await idOf(shop, mia))).toMatchObject([
    { actor, action: 'deactivate-user', before: { deactivated_at: null } },
  ])
  expect(await actionsOn(ordered.id)).toMatchObject([
    { actor, action: 'ship-order', before: { status: 'paid' }, after: { status: 'shipped' } },
  ])
  expect(await actionsOn(added.body.insertedId)).toMatchObject([
    { actor, action: 'add-product', before: {}, after: { name, price_cents: 1879, quantity: 5 } },
    { actor, action: 'archive-product', before: { archived_at: null } },
  ])
})

test('rejected admin actions are not audited, and the audit log is append-only', async () => {
  const admin = await shop.signIn({ isAdmin: true })
  const part = await shop.stock()
  const body = {
    name: part.name,
    price: 10,
    quantity: 1,
    description: 'A part',
    img: '/parts/radiator.svg',
  }
  const count = async () => {
    const { rows } = await shop.database.pool.query('select count(*) from admin_actions')
    return rows[0]
  }
  const before = await count()
  expect((await shop.call(admin, products.add, { body })).status).toBe(409)
  expect(await count()).toEqual(before)
  const change = `update admin_actions set actor = 'configuration'`
  for (const statement of [change, 'delete from admin_actions', 'truncate admin_actions']) {
    await expect(shop.database.pool.query(statement)).rejects.toThrow('append-only')
  }
})

test('an admin who loses the role during a request can promote and close nobody', async () => {
  const [former, mia] = await Promise.all([shop.signIn({ isAdmin: true }), shop.signIn()])
  await shop.signIn({ isAdmin: true })
  const { db } = shop.database
  const actor = { id: await idOf(shop, former) }
  await setRole(db, former.email, 'customer')
  await expect(promoteUser(db, actor, mia.email)).rejects.toThrow('not allowed')
  expect(await actionsOn(await idOf(shop, mia))).toEqual([])
})

/** @shows row-49 */
test('concurrent mutual deactivation leaves one admin', async () => {
  const { alone, ada, ben, admins } = await openShopOfTwo()
  const answers = await colliding(alone, () => [
    deactivate(alone, ada, ben),
    deactivate(alone, ben, ada),
  ])
  const statuses = answers.map((answer) =>
    answer.status === 'fulfilled' ? String(answer.value.status) : 'failed',
  )
  expect(statuses.toSorted()).toEqual(['200', '403'])
  expect(await admins()).toHaveLength(1)
})

test('concurrent demotion by the command line leaves one admin', async () => {
  const { alone, ada, ben, admins } = await openShopOfTwo()
  const demote = ({ email }: TestUser) => setRole(alone.database.db, email, 'customer')
  const outcomes = await colliding(alone, () => [demote(ada), demote(ben)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await admins()).toHaveLength(1)
})

test('the last active admin can be neither closed nor demoted', async () => {
  const { alone, ada, ben, admins } = await openShopOfTwo()
  const { db } = alone.database
  await setRole(db, ben.email, 'customer')
  const closed = await deactivate(alone, ada, ada)
  expect([closed.status, closed.body.code]).toEqual([409, 'last-admin'])
  await expect(setRole(db, ada.email, 'customer')).rejects.toThrow('The last admin')

  const unverified = await alone.signIn({ isVerified: false, isAdmin: true })
  await expect(setRole(db, ada.email, 'customer')).rejects.toThrow('The last admin')
  expect(await setRole(db, unverified.email, 'customer')).toBe(true)
  expect(await setRole(db, 'nobody@shop.example', 'customer')).toBe(false)
  expect(await admins()).toEqual([{ email: ada.email }])
})

/** @shows row-74 */
test('an admin demotes another, but not the last one', async () => {
  const { alone, ada, ben, admins } = await openShopOfTwo()
  const demote = (by: TestUser, { email }: TestUser) =>
    alone.call(by, users.demote, { params: { email } })
  expect((await demote(ada, ben)).body).toEqual({ modifiedCount: 1 })
  expect((await demote(ada, ben)).body).toEqual({ modifiedCount: 0 })
  expect((await demote(ben, ada)).status).toBe(403)
  expect((await demote(ada, ada)).body.code).toBe('last-admin')
  expect(await admins()).toEqual([{ email: ada.email }])
  expect(await checkInvariants(alone.database.pool)).toEqual([])
})

/** @shows row-74 */
test('a reopened account is a customer, and its old tokens stay revoked', async () => {
  const { alone, ada } = await openShopOfTwo()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const ben = await alone.signIn({ name: 'Ben', isAdmin: true, signedInAt: anHourAgo })
  const reactivate = () => alone.call(ada, users.reactivate, { params: { email: ben.email } })
  expect((await reactivate()).body).toEqual({ modifiedCount: 0 })
  await deactivate(alone, ada, ben)
  expect((await reactivate()).body).toEqual({ modifiedCount: 1 })

  const params = { email: ben.email }
  expect((await alone.call(ben, users.isAdmin, { params })).status).toBe(401)
  const again = await alone.signIn({ name: 'Ben', email: ben.email, uid: ben.uid })
  expect((await alone.call(again, users.isAdmin, { params })).body).toEqual({ admin: false })
  await alone.call(ada, users.promote, { params })
  const mia = await alone.signIn()
  await alone.call(again, users.promote, { params: { email: mia.email } })
  expect((await alone.call(mia, users.list, { query: { limit: 1 } })).status).toBe(200)
  expect(await checkInvariants(alone.database.pool)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { products } from '#contract/products/products.ts'
import { users } from '#contract/users.ts'
import { manageOrders } from '#contract/orders/manage-orders.ts'
import { ownData } from '#contract/own-data.ts'
import { paymentSteps } from '../../testing/payments.ts'
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
    await shop.call(admin, users.deactivate, { params: { email: mia.email } })
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

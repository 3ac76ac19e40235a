import { expect, onTestFinished, test } from 'vitest'
import { users } from '#contract/users.ts'
import { checkInvariants } from '../../invariants/check.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'
import { setRole } from './admins.ts'

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

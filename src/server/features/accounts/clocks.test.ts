import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openEmbeddedShop } from '../../testing/embedded-shop.ts'
import type { EmbeddedShop } from '../../testing/embedded-shop.ts'

let shop: EmbeddedShop
beforeAll(async () => {
  shop = await openEmbeddedShop()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => shop.close())

/** The clock of the node, not of the database. */
function setClockOff(minutes: number) {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

async function resetPassword(email: string, newPassword: string) {
  const ask = shop.browser()
  const token = await shop.resetToken(ask, { email })
  expect((await ask('reset-password', { newPassword, token })).status).toBe(200)
}

/** @shows row-89 */
test.each([-10, 10])(
  'a password reset revokes earlier sessions only, on a node whose clock is %i minutes off',
  async (minutes) => {
    const mia = shop.newAccount()
    setClockOff(minutes)
    const before = shop.browser()
    await before('sign-up/email', mia)
    const old = await shop.enter(before, mia)
    setClockOff(0)
    expect(await shop.statusesOf(old)).toEqual([200, 200])

    await resetPassword(mia.email, 'headlight-41')
    expect(await shop.statusesOf(old)).toEqual([401, 401])

    setClockOff(minutes)
    const after = shop.browser()
    await after('sign-in/email', { ...mia, password: 'headlight-41' })
    const fresh = await shop.enter(after, mia)
    expect(await shop.statusesOf(fresh)).toEqual([200, 200])
    setClockOff(0)
    expect(await shop.statusesOf(fresh)).toEqual([200, 200])
    expect(await shop.statusesOf(old)).toEqual([401, 401])
  },
)

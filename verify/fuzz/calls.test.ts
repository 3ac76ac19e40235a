import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { checkInvariants } from '#server/invariants/check.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { expectDeclared } from './expectations.ts'
import { longRequestsOf } from './long-requests.ts'
import { operationOf } from './operations.ts'
import { sendWithinLimit } from './response-time.ts'
import { requestsOf } from './requests.ts'
import { createFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { parameters, timeout } from './settings.ts'

let shop: TestShop
let fixture: Fixture
beforeAll(async () => {
  shop = await openShop({ CONTACT_EMAIL: 'shop@shop.example', NEWSLETTER: 'on' })
  fixture = await createFixture(shop)
})
afterAll(() => shop.close())

// Reads first, while the lists are short.
const isRead = ({ method }: { method: string }) => Number(method === 'GET')
const calls = endpoints.filter(({ upload }) => !upload).toSorted((a, b) => isRead(b) - isRead(a))

/** @shows P10, asvs-1.2.4, asvs-3.2.1, asvs-4.1.1, asvs-15.3.6 */
test.each(calls.map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s responds to any request as the contract declares',
  { timeout },
  async (_, e) => {
    const property = fc.asyncProperty(requestsOf(e, operationOf(e), fixture), async (request) => {
      expectDeclared(e, await sendWithinLimit(request, () => shop.app.inject(request)))
    })
    // Restores a signed-out session, or all later cases would be refused.
    const signedIn = property.afterEach(() =>
      shop.database.pool.query('delete from revoked_sessions'),
    )
    await fc.assert(e.path === '/signOut' ? signedIn : property, parameters())
  },
)

/** @shows P10 */
test.each(calls.map((e) => [`${e.method} ${e.path}`, e] as const))(
  '%s responds in time to texts of any length',
  { timeout },
  async (_, e) => {
    for (const request of longRequestsOf(e, operationOf(e), fixture)) {
      expectDeclared(e, await sendWithinLimit(request, () => shop.app.inject(request)))
    }
  },
)

/** @shows asvs-1.2.4 */
test('no request violated an invariant of stock, money or rights', async () => {
  expect(await checkInvariants(shop.database.pool)).toEqual([])
})

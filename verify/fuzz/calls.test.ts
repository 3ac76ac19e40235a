import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { checkInvariants } from '#server/invariants/check.ts'
import { sampleOf } from '#server/testing/sample.ts'
import { openShop } from '#server/testing/shop.ts'
import type { TestShop } from '#server/testing/shop.ts'
import { expectDeclared } from './expectations.ts'
import { longestReadable, longestValid } from './long-requests.ts'
import { operationOf } from './operations.ts'
import { sendWithinLimit } from './response-time.ts'
import { requestsOf } from './requests.ts'
import { createFixture } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { changesOf, openSamples } from './samples.ts'
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
const calls = endpoints
  .filter(({ upload }) => !upload)
  .toSorted((a, b) => isRead(b) - isRead(a))
  .map((e) => [`${e.method} ${e.path}`, e] as const)
const sample = (walk: string) => sampleOf(walk, calls, ([name]) => name)

/** @shows P10, asvs-1.2.4, asvs-3.2.1, asvs-4.1.1, asvs-15.3.6 */
test.each(sample('any request'))(
  '%s responds to any request as the contract declares',
  { timeout },
  async (_, e) => {
    const samples = await openSamples(shop, e)
    const cases = fc.oneof(
      { weight: 1, arbitrary: changesOf(e).map((changes) => ({ changes })) },
      { weight: 2, arbitrary: requestsOf(e, operationOf(e), fixture) },
    )
    let successes = 0
    const property = fc.asyncProperty(cases, async (made) => {
      const request = 'changes' in made ? await samples.request(made.changes) : made
      const response = await sendWithinLimit(request, () => shop.app.inject(request))
      expectDeclared(e, response)
      if (response.statusCode !== 200) return
      successes += 1
      if ('changes' in made && e.method !== 'GET') await samples.renew()
    })
    // Restores a signed-out session, or all later cases would be refused.
    const signedIn = property.afterEach(() =>
      shop.database.pool.query('delete from revoked_sessions'),
    )
    await fc.assert(e.path === '/signOut' ? signedIn : property, {
      ...parameters(),
      // Also in a short run.
      examples: [[{ changes: [] }]],
    })
    expect(successes, 'successful requests').toBeGreaterThan(0)
  },
)

/** @shows P10 */
test.each(sample('texts of any length'))(
  '%s responds in time to texts of any length',
  { timeout },
  async (_, e) => {
    const samples = await openSamples(shop, e)
    const { parts } = await samples.valid()
    for (const change of [...longestReadable(e), ...longestValid(e, parts)]) {
      const request = await samples.request([change])
      const response = await sendWithinLimit(request, () => shop.app.inject(request))
      expectDeclared(e, response)
      if (response.statusCode === 200 && e.method !== 'GET') await samples.renew()
    }
  },
)

/** @shows asvs-1.2.4 */
test('no request violated an invariant of stock, money or rights', async () => {
  expect(await checkInvariants(shop.database.pool)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { createRateLimits } from '../../http/limits/rate-limits.ts'
import { openProvider } from '../../testing/embedded-provider.ts'
import { openShop } from '../../testing/shop.ts'
import { identityRoutes } from './identity-routes.ts'

/** Passwords that are hashed at the same time. */
const hashesAtOnce = 4

/** @shows P11 */
test('a sign-in that would wait too long gets 503, and keeps no other call waiting', async () => {
  const shop = await openShop({ QUEUE_WAIT_MS: '50' })
  onTestFinished(() => shop.close())
  const { loadShedder } = shop.shop
  identityRoutes(shop.app, {
    identity: openProvider(shop),
    limits: createRateLimits(shop.database.pool),
    loadShedder,
  })
  const signIn = () =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: shop.config.PUBLIC_URL },
      payload: { email: 'mia@shop.example', password: 'taillight-40' },
    })
  const { promise: work, resolve: end } = Promise.withResolvers<void>()
  const hashes = Array.from({ length: hashesAtOnce }, () => loadShedder.run('sign-in', () => work))
  await expect.poll(() => loadShedder.isFull('sign-in')).toBe(true)
  const refused = await signIn()
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
  expect(['1', '2', '3']).toContain(refused.headers['retry-after'])
  const one = await shop.call(undefined, products.one, { params: { id: randomUUID() } })
  expect(one.status).toBe(404)
  end()
  await Promise.all(hashes)
  expect((await signIn()).statusCode).toBe(401)
})

/** @shows P11 */
test('a sign-in that gets 503 is not counted as a failure of its account', async () => {
  const shop = await openShop({ QUEUE_WAIT_MS: '50' })
  onTestFinished(() => shop.close())
  const { loadShedder } = shop.shop
  const { pool } = shop.database
  identityRoutes(shop.app, {
    identity: openProvider(shop),
    limits: createRateLimits(pool),
    loadShedder,
  })
  const { promise: work, resolve: end } = Promise.withResolvers<void>()
  const hashes = Array.from({ length: hashesAtOnce }, () => loadShedder.run('sign-in', () => work))
  await expect.poll(() => loadShedder.isFull('sign-in')).toBe(true)
  const failures = async () =>
    (
      await pool.query<{ points: number }>(
        `select points from rate_limits
         where key like '/sign-in/email by account:%' or key like '/sign-in/email by email and address:%'`,
      )
    ).rows.map(({ points }) => points)
  const { statusCode } = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: shop.config.PUBLIC_URL },
    payload: { email: 'mia@shop.example', password: 'taillight-40' },
  })
  expect([statusCode, await failures()]).toEqual([503, [0, 0]])
  end()
  await Promise.all(hashes)
})

test('sign-ins that wait for the identity provider to load occupy no turn', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const { loadShedder } = shop.shop
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  let waiting = 0
  identityRoutes(shop.app, {
    identity: {
      ...openProvider(shop),
      load() {
        waiting += 1
        return loaded
      },
    },
    limits: createRateLimits(shop.database.pool),
    loadShedder,
  })
  const answers = Array.from({ length: 2 * hashesAtOnce }, (_, index) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: shop.config.PUBLIC_URL },
      payload: { email: `mia.${index}@shop.example`, password: 'taillight-40' },
    }),
  )
  await expect.poll(() => waiting).toBe(answers.length)
  expect(loadShedder.inProgress['sign-in']).toBe(0)
  load()
  await Promise.all(answers)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openShop } from './testing/shop.ts'
import type { TestShop } from './testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on' })
  for (let count = 0; count < 10; count += 1) await shop.stock()
})
afterAll(() => shop.close())

type Asked = { url: string; headers?: Record<string, string>; remoteAddress?: string }

const ask = async ({ url, headers = {}, remoteAddress = '192.0.2.1' }: Asked) => {
  const answer = await shop.app.inject({ url, headers, remoteAddress })
  const { date: _, ...sent } = answer.headers
  return { status: answer.statusCode, headers: sent, body: answer.rawPayload }
}

test.each([undefined, 'br', 'gzip', 'deflate'])(
  'who asks again within a moment gets the very same answer, encoded as %s',
  async (encoding) => {
    const url = `/api/products?limit=${encoding?.length ?? 9}`
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    const first = await ask({ url, headers })
    const again = await ask({ url, headers })
    expect(first.status).toBe(200)
    expect(again).toEqual(first)
    const { etag } = first.headers
    const known = await ask({ url, headers: { ...headers, 'if-none-match': String(etag) } })
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag])
    expect(known.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  },
)

test('what is at hand is counted like everything else', async () => {
  const asked = { url: '/api/products?limit=1', remoteAddress: '192.0.2.2' }
  const counts = shop.shop.router.guards.limits
  for (let count = 3; count <= limits.reads.max; count += 1) {
    counts.take('reads', asked.remoteAddress)
  }
  expect([(await ask(asked)).status, (await ask(asked)).status]).toEqual([200, 200])
  const refused = await ask(asked)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
})

test('after a write nobody gets what was at hand before', async () => {
  const asked = { url: '/api/products?limit=100&sort=newest', remoteAddress: '192.0.2.3' }
  await ask(asked)
  const { name } = await shop.stock()
  shop.shop.kept.clear()
  expect(String((await ask(asked)).body)).toContain(name)
})

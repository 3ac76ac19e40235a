import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/shared/limits.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

const metricsToken = 'a token that only Prometheus has'

let shop: TestShop
let origin: string
beforeAll(async () => {
  const TRUSTED_PROXIES = '127.0.0.1'
  shop = await openShop({ LIMITS: 'on', TRUSTED_PROXIES, METRICS_TOKEN: metricsToken })
  for (let count = 0; count < 10; count += 1) await shop.stock()
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

type Asked = { url: string; headers?: Record<string, string>; from?: string }

/** Over the network: injected requests skip the server below Fastify. */
async function ask({ url, headers = {}, from = '192.0.2.1' }: Asked) {
  const asked = request(origin + url, { headers: { ...headers, 'x-forwarded-for': from } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const { date: _, ...sent } = answer.headers
  return { status: answer.statusCode, headers: sent, body: await buffer(answer) }
}

/** Counted responses to the list, cached or not. */
async function listsCounted(): Promise<number> {
  const authorization = `Bearer ${metricsToken}`
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization } })
  const counted =
    /http_responses_total\{route="\/api\/products",method="GET",status="2xx"\} (\d+)/.exec(
      body,
    )?.[1]
  return Number(counted ?? 0)
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

test.each([
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, *;q=0.5', 'br'],
  ['identity, br;q=0.1', undefined],
])('a cached response to Accept-Encoding: %s is encoded as %s', async (encodings, sent) => {
  const headers = { 'accept-encoding': encodings }
  const url = `/api/products?limit=${40 + encodings.length}`
  for (const times of ['first', 'cached']) {
    const answer = await ask({ url, headers })
    expect([times, answer.headers['content-encoding']]).toEqual([times, sent])
  }
})

test("cached responses count towards the client's rate limit", async () => {
  const asked = { url: '/api/products?limit=1', from: '192.0.2.2' }
  const counts = shop.shop.router.guards.limits
  for (let count = 3; count <= limits.reads.max; count += 1) counts.take('reads', asked.from)
  expect([(await ask(asked)).status, (await ask(asked)).status]).toEqual([200, 200])
  const refused = await ask(asked)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await ask({ ...asked, from: '192.0.2.4' })).status).toBe(200)
})

test('cached responses are counted in metrics', async () => {
  const before = await listsCounted()
  const asked = { url: '/api/products?limit=2', from: '192.0.2.5' }
  for (let count = 0; count < 5; count += 1) await ask(asked)
  expect(await listsCounted()).toBe(before + 5)
})

test('a write expires cached responses', async () => {
  const asked = { url: '/api/products?limit=100&sort=newest', from: '192.0.2.3' }
  await ask(asked)
  const { name } = await shop.stock()
  shop.shop.publicReads.changed()
  expect(String((await ask(asked)).body)).toContain(name)
})

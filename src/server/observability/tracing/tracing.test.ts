import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCollector } from '../../testing/stand-ins/collector.ts'
import type { CollectedSpan, Collector } from '../../testing/stand-ins/collector.ts'
import { paymentSteps } from '../../testing/payments.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

const kinds = { server: 2, client: 3 }
const key = 'a key that only the collector has'
const waiting = { timeout: 30_000 }
const metricsToken = 'a token that only Prometheus has'

let collector: Collector
let shop: TestShop
let url: string
let mia: TestUser
beforeAll(async () => {
  collector = await startCollector()
  shop = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${encodeURIComponent(key)}`,
    OTEL_SERVICE_NAME: 'parts',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    TRUSTED_PROXIES: 'loopback',
    METRICS_TOKEN: metricsToken,
  })
  url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  mia = await shop.signIn()
})
afterAll(async () => {
  await shop.close()
  await collector.close()
})

const proxied = ({ traceId, spanId }: { traceId: string; spanId: string }, flags = '01') => ({
  'x-forwarded-for': '203.0.113.7',
  traceparent: `00-${traceId}-${spanId}-${flags}`,
})

/** Asks as a proxy does that records a trace, and waits until what belongs to it was told. */
async function ask(path: string, { method = 'GET', flags = '01', user = '', body = '' } = {}) {
  const caller = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  }
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...proxied(caller, flags),
      ...(user && { authorization: `Bearer ${user}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, json, caller }
}

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)

/** A request is told of last, after all that it asked for. */
const told = (traceId: string) =>
  vi.waitFor(() => {
    const spans = spansOf(traceId)
    const request = spans.find(({ kind }) => kind === kinds.server)
    expect(request).toBeDefined()
    return { request: request!, parts: spans.filter((span) => span !== request) }
  }, waiting)

const isStatement = ({ attributes }: CollectedSpan) => attributes['db.system.name'] === 'postgresql'

/** @shows row-78 */
test('a request is a span under the pattern of its route, and its statements are parts of it', async () => {
  const part = await shop.stock()
  const path = `/api/product/${part.id}?q=brake+pads`
  const { status, caller } = await ask(path, { user: mia.token })
  expect(status).toBe(200)
  const { request, parts } = await told(caller.traceId)
  expect(request).toMatchObject({
    name: 'GET /api/product/:id',
    parentSpanId: caller.spanId,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/product/:id',
      'http.response.status_code': '200',
      'request.id': expect.stringMatching(/^[\w-]+$/),
    },
  })
  expect(request.status).toBeUndefined()
  expect(parts.length).toBeGreaterThan(0)
  for (const statement of parts) {
    expect(statement).toMatchObject({ kind: kinds.client, parentSpanId: request.spanId })
    expect(isStatement(statement)).toBe(true)
    expect(statement.attributes['db.query.text']).toContain('$1')
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(
      BigInt(request.startTimeUnixNano),
    )
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano))
  }
})

test('a call of the card provider is a part of the request, also when the body came later', async () => {
  const ordered = await paymentSteps(shop).order(mia)
  const caller = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  }
  const call = request(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: {
      ...proxied(caller),
      authorization: `Bearer ${mia.token}`,
      'content-type': 'application/json',
    },
  })
  const isHeard = once(shop.app.server, 'request')
  call.flushHeaders()
  const [heard] = (await isHeard) as [IncomingMessage]
  await vi.waitFor(() => expect(heard.listenerCount('data')).toBeGreaterThan(0), waiting)
  call.end(JSON.stringify({ price: ordered.total, order: ordered.id }))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  const { request: root, parts } = await told(caller.traceId)
  expect(parts.find(({ name }) => name === 'POST /v1/payment_intents')).toMatchObject({
    kind: kinds.client,
    parentSpanId: root.spanId,
    attributes: {
      'http.request.method': 'POST',
      'server.address': 'localhost',
      'url.template': '/v1/payment_intents',
      'http.response.status_code': '200',
    },
  })
  expect(parts.filter(isStatement).length).toBeGreaterThan(1)
})

test('an answer that was at hand is told too, though the app never hears of the request', async () => {
  await vi.waitFor(async () => {
    await ask('/api/products?limit=3')
    const { caller } = await ask('/api/products?limit=3')
    const { request: root, parts } = await told(caller.traceId)
    expect(root).toMatchObject({
      name: 'GET /api/products',
      parentSpanId: caller.spanId,
      attributes: { 'http.route': '/api/products', 'http.response.status_code': '200' },
    })
    expect([root.attributes['request.id'], parts]).toEqual([undefined, []])
  }, waiting)
})

test('what fails is told by its kind: an answer of 500, and the code that the database gave', async () => {
  await shop.database.pool.query('alter table profiles rename to profiles_away')
  const { status, caller } = await ask(`/api/updatedUser/${mia.email}`, { user: mia.token })
  await shop.database.pool.query('alter table profiles_away rename to profiles')
  expect(status).toBe(500)
  const { request, parts } = await told(caller.traceId)
  expect(request).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } })
  expect(parts.find(({ status }) => status)).toMatchObject({
    attributes: { 'error.type': '42P01', 'db.response.status_code': '42P01' },
  })
})

/** @shows row-78 */
test('nothing that is told is a secret, somebody’s name or what they looked for', async () => {
  const { json } = await ask('/api/create-payment-intent', {
    method: 'POST',
    user: mia.token,
    body: JSON.stringify({ price: 680, order: (await paymentSteps(shop).order(mia)).id }),
  })
  const { clientSecret } = json as { clientSecret: string }
  const words = `Zzyzx${randomUUID().slice(0, 8)}`
  const asked = [
    await ask(`/api/products?q=${words}&limit=5`),
    await ask(`/api/user/${encodeURIComponent(mia.email)}`, { method: 'PUT', user: mia.idToken }),
    await ask(`/api/order?email=${encodeURIComponent(mia.email)}`, { user: mia.token }),
    await ask(`/api/${words}/${mia.email}`),
  ]
  for (const { caller } of asked) await told(caller.traceId)
  const all = collector.requests.map(({ text }) => text).join('\n')
  for (const secret of [
    mia.email,
    encodeURIComponent(mia.email),
    mia.uid,
    mia.token,
    mia.idToken,
    clientSecret,
    clientSecret.split('_secret_')[0]!,
    words,
    key,
    metricsToken,
    shop.config.STRIPE_SECRET_KEY,
    '203.0.113.7',
  ]) {
    expect(all).not.toContain(secret)
  }
})

test('the collector is told whose spans these are, in batches, with the headers it asks for', async () => {
  const { caller } = await ask('/api/products?limit=1')
  await told(caller.traceId)
  expect(collector.resources[0]).toEqual({
    'service.name': 'parts',
    'deployment.environment.name': 'rehearsal',
  })
  const [first] = collector.requests
  expect(first?.headers).toMatchObject({ 'x-key': key, 'content-encoding': 'gzip' })
  expect(collector.requests.some(({ spans }) => spans > 1)).toBe(true)
  const { body } = await shop.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  expect(body).toMatch(/^shop_spans_total\{outcome="sent"\} [1-9]/m)
  expect(body).toContain('shop_spans_total{outcome="dropped"} 0')
})

test('a trusted proxy says whether a call is recorded; a stranger says nothing', async () => {
  const unrecorded = await ask('/api/products?limit=1', { flags: '00' })
  const stranger = { traceId: randomBytes(16).toString('hex'), spanId: '1'.repeat(16) }
  for (const remoteAddress of ['198.51.100.1', '127.0.0.1']) {
    const headers: Record<string, string> = proxied(stranger)
    // Nobody stands between whoever comes from a trusted address without saying for whom.
    if (remoteAddress === '127.0.0.1') delete headers['x-forwarded-for']
    await shop.app.inject({ url: '/api/products?limit=1', remoteAddress, headers })
  }
  const recorded = await ask('/api/products?limit=1')
  await told(recorded.caller.traceId)
  expect(spansOf(unrecorded.caller.traceId)).toEqual([])
  expect(spansOf(stranger.traceId)).toEqual([])
})

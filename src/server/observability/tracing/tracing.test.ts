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

const newTraceId = () => randomBytes(16).toString('hex')
const proxied = ({ traceId, spanId }: { traceId: string; spanId: string }, flags = '01') => ({
  'x-forwarded-for': '203.0.113.7',
  traceparent: `00-${traceId}-${spanId}-${flags}`,
})

/** Sends a request as a proxy does that records a trace. */
async function ask(path: string, { method = 'GET', flags = '01', user = '', body = '' } = {}) {
  const caller = { traceId: newTraceId(), spanId: randomBytes(8).toString('hex') }
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

/** The request's span ends last, after its children. */
const traceOf = (traceId: string) =>
  vi.waitFor(() => {
    const spans = spansOf(traceId)
    const request = spans.find(({ kind }) => kind === kinds.server)
    expect(request).toBeDefined()
    return { request: request!, children: spans.filter((span) => span !== request) }
  }, waiting)

const isStatement = ({ attributes }: CollectedSpan) => attributes['db.system.name'] === 'postgresql'

/** In nanoseconds. A span starts at a whole millisecond and ends a precise duration later. */
const startPrecision = 1_000_000n

/** @shows row-78 */
test('a request is a span under the pattern of its route, with its statements as children', async () => {
  const part = await shop.stock()
  const path = `/api/product/${part.id}?q=brake+pads`
  const { status, caller } = await ask(path, { user: mia.token })
  expect(status).toBe(200)
  const { request, children } = await traceOf(caller.traceId)
  expect(request).toMatchObject({
    name: 'GET /api/product/:id',
    parentSpanId: caller.spanId,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/product/:id',
      'http.response.status_code': 200,
      'request.id': expect.stringMatching(/^[\w-]+$/),
    },
  })
  expect(request.status.code).toBe(0)
  expect(children.length).toBeGreaterThan(0)
  for (const statement of children) {
    expect(statement).toMatchObject({ kind: kinds.client, parentSpanId: request.spanId })
    expect(isStatement(statement)).toBe(true)
    expect(statement.attributes['db.query.text']).toContain('$1')
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(
      BigInt(request.startTimeUnixNano),
    )
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(
      BigInt(request.endTimeUnixNano) + startPrecision,
    )
  }
})

test('a call of the card provider is a child of the request, even if the body arrives later', async () => {
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
  const hasArrived = once(shop.app.server, 'request')
  call.flushHeaders()
  const [arrived] = (await hasArrived) as [IncomingMessage]
  await vi.waitFor(() => expect(arrived.listenerCount('data')).toBeGreaterThan(0), waiting)
  call.end(JSON.stringify({ price: ordered.total, order: ordered.id }))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.resume()
  const { request: root, children } = await traceOf(caller.traceId)
  expect(children.find(({ name }) => name === 'POST /v1/payment_intents')).toMatchObject({
    kind: kinds.client,
    parentSpanId: root.spanId,
    attributes: {
      'http.request.method': 'POST',
      'server.address': 'localhost',
      'url.template': '/v1/payment_intents',
      'http.response.status_code': 200,
    },
  })
  expect(children.filter(isStatement).length).toBeGreaterThan(1)
})

test('a cached response is a span without children, though it never reaches the app', async () => {
  await vi.waitFor(async () => {
    await ask('/api/products?limit=3')
    const { caller } = await ask('/api/products?limit=3')
    const { request: root, children } = await traceOf(caller.traceId)
    expect(root).toMatchObject({
      name: 'GET /api/products',
      parentSpanId: caller.spanId,
      attributes: { 'http.route': '/api/products', 'http.response.status_code': 200 },
    })
    expect([root.attributes['request.id'], children]).toEqual([undefined, []])
  }, waiting)
})

test('errors are recorded by type: the status 500 and the SQLSTATE', async () => {
  await shop.database.pool.query('alter table profiles rename to profiles_away')
  const { status, caller } = await ask(`/api/updatedUser/${mia.email}`, { user: mia.token })
  await shop.database.pool.query('alter table profiles_away rename to profiles')
  expect(status).toBe(500)
  const { request, children } = await traceOf(caller.traceId)
  expect(request).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '500' } })
  expect(children.find(({ status }) => status.code !== 0)).toMatchObject({
    attributes: { 'error.type': '42P01', 'db.response.status_code': '42P01' },
  })
})

/** @shows row-78 */
test('no span contains a secret, a name or a search term', async () => {
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
  for (const { caller } of asked) await traceOf(caller.traceId)
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

test('spans are sent in batches, with the configured resource and headers', async () => {
  const { caller } = await ask('/api/products?limit=1')
  await traceOf(caller.traceId)
  expect(collector.resources[0]).toMatchObject({
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

test('only a trusted proxy decides whether a request is recorded', async () => {
  const unrecorded = await ask('/api/products?limit=1', { flags: '00' })
  const stranger = { traceId: newTraceId(), spanId: '1'.repeat(16) }
  for (const remoteAddress of ['198.51.100.1', '127.0.0.1']) {
    const headers: Record<string, string> = proxied(stranger)
    // A trusted address that names no client is the client itself.
    if (remoteAddress === '127.0.0.1') delete headers['x-forwarded-for']
    await shop.app.inject({ url: '/api/products?limit=1', remoteAddress, headers })
  }
  const recorded = await ask('/api/products?limit=1')
  await traceOf(recorded.caller.traceId)
  expect(spansOf(unrecorded.caller.traceId)).toEqual([])
  expect(spansOf(stranger.traceId)).toEqual([])
})

test('a malformed traceparent of a trusted proxy starts a new trace', async () => {
  const sent = collector.spans.length
  const headers = { 'x-forwarded-for': '203.0.113.7', traceparent: '00-not-a-trace-01' }
  await fetch(`${url}/api/products?limit=2`, { headers })
  await vi.waitFor(() => {
    const root = collector.spans.slice(sent).find(({ name }) => name === 'GET /api/products')
    expect(root?.parentSpanId).toBeUndefined()
    expect(root?.traceId).toMatch(/^[\da-f]{32}$/)
  }, waiting)
})

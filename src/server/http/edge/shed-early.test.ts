import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

/** Ordinary calls in progress with one connection to the database. */
const callsAtOnce = 6
const metricsToken = 'a token that only Prometheus has'

let shop: TestShop
let mia: TestUser
let origin: string
beforeAll(async () => {
  shop = await openShop({ QUEUE_WAIT_MS: '20', DATABASE_POOL: '1', METRICS_TOKEN: metricsToken })
  mia = await shop.signIn()
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

/** Keeps all turns of ordinary calls until the end of the test. */
async function fill() {
  const { loadShedder } = shop.shop
  const { promise: work, resolve: end } = Promise.withResolvers<void>()
  for (let count = 0; count < callsAtOnce; count += 1) void loadShedder.run('ordinary', () => work)
  onTestFinished(() => end())
  await expect.poll(() => loadShedder.isFull('ordinary')).toBe(true)
}

type Asked = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }

const headersFor = (method: string) => ({
  authorization: `Bearer ${mia.token}`,
  ...(method !== 'GET' && { 'content-type': 'application/json' }),
})

/** Over the network, below Fastify. */
async function ask({ method, path }: Asked) {
  const init = { method, headers: headersFor(method), ...(method !== 'GET' && { body: '{}' }) }
  const answer = await fetch(origin + path, init)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

/** Injected into Fastify. */
const inject = ({ method, path }: Asked) =>
  shop.app.inject({ method, url: path, headers: headersFor(method), payload: '{}' })

const turnedAway = () => shop.shop.loadShedder.shedTotal

async function countOf(route: string): Promise<number> {
  const authorization = `Bearer ${metricsToken}`
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization } })
  const name = `http_responses_total{route="${route}",method="POST",status="5xx"} `
  const line = body.split('\n').find((each) => each.includes(name))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test.each<Asked>([
  { method: 'POST', path: '/api/order' },
  { method: 'POST', path: '/api/ORDER?again' },
  { method: 'GET', path: `/api/order/${randomUUID()}` },
  { method: 'PUT', path: `/api/order/shipping/${randomUUID()}` },
])('sheds as Fastify would: $method $path', async (asked) => {
  await fill()
  const before = turnedAway()
  const [below, behind] = [await ask(asked), await inject(asked)]
  expect(turnedAway()).toBe(before + 2)
  expect([below.status, behind.statusCode]).toEqual([503, 503])
  const without = { instance: undefined }
  expect({ ...JSON.parse(below.body), ...without }).toEqual({ ...behind.json(), ...without })
  expect(JSON.parse(below.body).instance).toMatch(/^[\w-]+$/)
  const connection = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'retry-after']
  for (const [name, value] of Object.entries(behind.headers)) {
    if (connection.includes(name)) continue
    expect([name, below.headers.get(name)]).toEqual([name, value])
  }
  expect(['1', '2', '3']).toContain(below.headers.get('retry-after'))
})

/** @shows P11 */
test('sheds before Fastify', async () => {
  const long: Asked = { method: 'GET', path: `/api/order/${'0'.repeat(1500)}` }
  expect((await ask(long)).status).toBe(404)
  await fill()
  // The framework's router refuses so long a parameter before any hook runs.
  expect((await inject(long)).statusCode).toBe(404)
  expect((await ask(long)).status).toBe(503)
})

test('shed requests are counted in metrics', async () => {
  await fill()
  const before = await countOf('/api/order')
  await ask({ method: 'POST', path: '/api/order' })
  expect(await countOf('/api/order')).toBe(before + 1)
})

test('priority, memory and unknown paths are not shed early', async () => {
  await fill()
  const before = turnedAway()
  const asked: [Asked, number][] = [
    [{ method: 'POST', path: '/api/create-payment-intent' }, 422],
    [{ method: 'GET', path: '/api/health/live' }, 200],
    [{ method: 'GET', path: '/api/config' }, 200],
    [{ method: 'POST', path: '/api/orders' }, 404],
    [{ method: 'DELETE', path: '/api/order' }, 405],
  ]
  for (const [call, status] of asked) {
    expect([call.path, (await ask(call)).status]).toEqual([call.path, status])
  }
  expect(turnedAway()).toBe(before)
})

test('accepts requests again once there is room', async () => {
  expect((await ask({ method: 'POST', path: '/api/order' })).status).toBe(422)
})

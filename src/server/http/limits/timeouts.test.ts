import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import type { Shop } from '../../shop.ts'
import { openShop } from '../../testing/shop.ts'
import type { TestShop, TestUser } from '../../testing/shop.ts'

let shop: TestShop
let mia: TestUser
let app: FastifyInstance
let served: Shop
let port: number
beforeAll(async () => {
  shop = await openShop()
  mia = await shop.signIn()
  const timeouts = { headers: 5_000, request: 10_000, check: 100, call: 300, list: 10_000 }
  ;({ app, shop: served } = await createApp({ ...shop.parts, timeouts }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

/** Sends bytes and waits for the connection to close; resolves with the response. */
async function heardBy(says: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes.toString()
  })
  socket.on('error', () => {})
  if (says) socket.write(says)
  await once(socket, 'close')
  return heard
}

/** @shows row-65 */
test('200 slow requests are closed while others are served', async () => {
  const beginnings = ['', 'GET', 'GET /api/products HTTP/1.1\r\nhost: shop\r\nx-slow: ']
  const slow = Array.from({ length: 200 }, (_, index) => heardBy(beginnings[index % 3]!))
  const honest = await fetch(`http://127.0.0.1:${port}/api/products`)
  expect(honest.status).toBe(200)
  await Promise.all(slow)
})

test('a late body gets 503 and a closed connection', async () => {
  const heard = await heardBy(
    [
      'POST /api/order HTTP/1.1',
      'host: shop',
      `authorization: Bearer ${mia.token}`,
      'content-type: application/json',
      'content-length: 100',
      '',
      '{"name": "half of',
    ].join('\r\n'),
  )
  expect(heard).toMatch(/^HTTP\/1\.1 503 /)
  expect(heard).toMatch(/\r\nconnection: close\r\n/i)
  expect(heard).toMatch(/\r\nretry-after: \d\r\n/)
})

/** @shows P11 */
test('an unread stream keeps no turn and times out', async () => {
  // More than the buffers at both ends of a connection.
  await shop.database.withoutTimeouts(({ pool }) =>
    pool.query(
      `insert into reviews (user_id, name, rating, title, description)
       select users.id, 'Mia', 5, 'Review ' || n, repeat('x', 20000)
       from users, generate_series(1, 1100) n where email = $1`,
      [mia.email],
    ),
  )
  // The clock stands still while the list is made.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /api/reviews HTTP/1.1\r\nhost: shop\r\n\r\n')
  await once(socket, 'readable')
  const { streams } = served.lists
  expect(streams.count).toBe(1)
  await expect.poll(() => served.loadShedder.inProgress.ordinary).toBe(0)
  vi.advanceTimersByTime(served.router.timeouts.list)
  await expect.poll(() => streams.count, { timeout: 20_000 }).toBe(0)
  socket.resume()
  await once(socket, 'close')
})

test('in dev mode, where Vite compiles on the same event loop, calls have no timeout', async () => {
  const { promise: compiled, resolve: compile } = Promise.withResolvers<void>()
  const openSlow = async (DEV: boolean) => {
    const { parts } = shop
    const config = { ...parts.config, DEV }
    const { app: slow } = await createApp({ ...parts, config, timeouts: { check: 5 } })
    onTestFinished(() => slow.close())
    slow.get('/', { config: { timeoutMs: 20 } }, async () => {
      await compiled
      return 'compiled'
    })
    await slow.ready()
    return slow
  }
  const dev = await openSlow(true)
  const usual = await openSlow(false)
  const waiting = dev.inject('/').then(({ statusCode }) => statusCode)
  expect((await usual.inject('/')).statusCode).toBe(503)
  compile()
  expect(await waiting).toBe(200)
})

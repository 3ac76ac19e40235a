import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerError } from '../error-responses.ts'
import { createStreams } from './streams.ts'
import type { Streams } from './streams.ts'

/** More than the buffers at both ends of a connection. */
const pieces = 400
const piece = 'x'.repeat(100_000)

async function* response() {
  for (let count = 0; count < pieces; count += 1) yield piece
}

async function open(streams: Streams) {
  const app = Fastify({ trustProxy: '127.0.0.1', forceCloseConnections: true })
  app.setErrorHandler(answerError)
  app.get('/', async (request, reply) => reply.send(await streams.open(request, response)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo

  /** Asks and reads nothing. */
  const askUnread = async (from: string) => {
    const before = streams.count
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET / HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: ${from}\r\n\r\n`)
    await expect.poll(() => streams.count).toBe(before + 1)
    return socket
  }
  const ask = (from: string) =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': from } })
  return { ask, askUnread }
}

/** @shows P11 */
test('an address gets two streams at a time', async () => {
  const streams = createStreams()
  const { ask, askUnread } = await open(streams)
  const [first] = [await askUnread('192.0.2.1'), await askUnread('192.0.2.1')]
  const refused = await ask('192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('limit') })
  const other = await ask('192.0.2.2')
  expect((await buffer(other.body!)).length).toBe(pieces * piece.length)
  first?.destroy()
  await expect.poll(() => streams.count).toBe(1)
  const again = await ask('192.0.2.1')
  expect(again.status).toBe(200)
  await again.body?.cancel()
})

test('addresses of one IPv6 network share their streams', async () => {
  const { ask, askUnread } = await open(createStreams({ perAddress: 1 }))
  await askUnread('2001:db8::1')
  expect((await ask('2001:db8::2')).status).toBe(429)
})

/** @shows P11, asvs-2.4.1 */
test('the /56 and the /48 around an address have room for four and sixteen times its streams', async () => {
  const { ask, askUnread } = await open(createStreams({ perAddress: 1 }))
  for (let home = 0; home < 4; home += 1) await askUnread(`2001:db8:0:1${home}::1`)
  expect((await ask('2001:db8:0:15::1')).status).toBe(429)
  for (let other = 0; other < 12; other += 1) await askUnread(`2001:db8:0:${other + 20}00::1`)
  expect((await ask('2001:db8:0:ff00::1')).status).toBe(429)
  const elsewhere = await ask('2001:db8:1:ff00::1')
  expect(elsewhere.status).toBe(200)
  await elsewhere.body?.cancel()
})

test('a node has room for so many streams', async () => {
  const { ask, askUnread } = await open(createStreams({ total: 1 }))
  await askUnread('192.0.2.1')
  expect((await ask('192.0.2.2')).status).toBe(503)
})

/** @shows P11 */
test('a client that takes less than 10 kB a second is cut off, another is not', async () => {
  const streams = createStreams()
  const { ask, askUnread } = await open(streams)
  await askUnread('192.0.2.1')
  const reader = (await ask('192.0.2.2')).body!.getReader()
  const readUpTo = async (most: number) => {
    let taken = 0
    while (taken < most) {
      const { value, done } = await reader.read()
      if (done) return taken
      taken += value.length
    }
    return taken
  }
  const taken = await readUpTo(30_000_000)
  // After so long a client must have taken 10 MB, more than the buffers of a connection hold.
  const later = performance.now() + 1_000_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => void vi.restoreAllMocks())
  await expect.poll(() => streams.count).toBe(1)
  expect(taken + (await readUpTo(Infinity))).toBe(pieces * piece.length)
})

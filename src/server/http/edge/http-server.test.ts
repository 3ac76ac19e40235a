import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import type { TestShop } from '../../testing/shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openShop({ LIMITS: 'on', CONNECTIONS_PER_ADDRESS: '3' })
  await shop.stock()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = shop.app.server.address() as AddressInfo)
})
afterAll(() => shop.close())

function open(localAddress: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const closing = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** How many answers a connection gets for its requests until it is closed. */
async function answersTo(socket: Socket, requests: number) {
  let heard = ''
  socket.on('data', (bytes) => {
    heard += String(bytes)
  })
  const last = 'GET /api/health/live HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n'
  socket.write('GET /api/health/live HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(requests - 1) + last)
  await closing(socket)
  return heard.split('HTTP/1.1 ').length - 1
}

/** @shows P11 */
test('an address that pipelines many requests is cut, and refused when it connects again', async () => {
  expect(await answersTo(open('127.0.0.2'), 10)).toBe(10)
  expect(await answersTo(open('127.0.0.2'), 1_000)).toBeLessThan(20)
  expect(await answersTo(open('127.0.0.2'), 1)).toBe(0)
  expect((await fetch(`http://127.0.0.1:${port}/api/products?limit=6`)).status).toBe(200)
})

/** @shows P11 */
test('an address beyond its connections is refused, another is served', async () => {
  const first = [open('127.0.0.3'), open('127.0.0.3'), open('127.0.0.3')]
  await closing(open('127.0.0.3').resume())
  expect(first.some(({ destroyed }) => destroyed)).toBe(false)
  expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(200)
})

test('a few pipelined requests are answered in their order', async () => {
  const socket = open('127.0.0.4')
  const paths = ['/api/health/live', '/api/products?limit=6', '/api/nothing', '/api/config']
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(''))
  let heard = ''
  socket.on('data', (bytes) => {
    heard += String(bytes)
  })
  const statuses = () => Array.from(heard.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)
  await expect.poll(statuses).toEqual(['200', '200', '404', '200'])
})

test.each(['host: shop\r\nHost: other', 'host: shop\r\nHOST: shop'])(
  'a request with two Host headers is refused: %j',
  async (hosts) => {
    for (const path of ['/api/products?limit=6', '/api/nothing', '/products']) {
      const socket = open('127.0.0.8')
      let heard = ''
      socket.on('data', (bytes) => (heard += String(bytes)))
      socket.write(`GET ${path} HTTP/1.1\r\n${hosts}\r\n\r\n`)
      await closing(socket)
      expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    }
  },
)

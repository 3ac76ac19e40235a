import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { products } from '#contract/products/products.ts'
import { shop as calls } from '#contract/shop.ts'
import { openShop } from '../../testing/shop.ts'

/** @shows P13 */
test('a draining node fails readiness and still serves', async () => {
  const shop = await openShop({ DRAIN_SECONDS: '0' })
  const ask = async () => {
    const health = await shop.call(undefined, calls.health, {})
    const ready = await shop.call(undefined, calls.ready, {})
    const live = await shop.call(undefined, calls.live, {})
    const list = await shop.call(undefined, products.list, { query: {} })
    return [health.status, ready.status, live.status, list.status, list.headers['connection']]
  }
  expect(await ask()).toEqual([200, 200, 200, 200, 'keep-alive'])
  await shop.shop.drain.begin()
  expect(await ask()).toEqual([503, 503, 200, 200, 'close'])
  await shop.close()
})

/** @shows P13 */
test('a request on an open connection during the shutdown is served', async () => {
  const shop = await openShop({ DRAIN_SECONDS: '0' })
  await shop.app.listen({ port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const accepted = once(shop.app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await accepted
  await shop.shop.drain.begin()
  const ended = shop.app.close()
  socket.write('GET /api/products?limit=1 HTTP/1.1\r\nhost: shop\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i)
  await ended
  await shop.close()
})

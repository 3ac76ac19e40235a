import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { closeUnusedConnections } from './idle-connections.ts'

/** A server that tracks connections as the shop's does. */
function watchConnections(app: FastifyInstance) {
  const unused = new Set<Socket>()
  closeUnusedConnections(app, unused)
  app.server.on('request', ({ socket }) => unused.delete(socket))
}

test('an unused connection does not delay shutdown', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  watchConnections(app)
  app.get('/', async () => 'served')
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  await accepted
  await app.close()
  await closed
  expect(socket.destroyed).toBe(true)
})

test('a first request during shutdown is answered', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  watchConnections(app)
  app.get('/', async () => 'served')
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await accepted
  const ended = app.close()
  socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('HTTP/1.1 ')
  await ended
})

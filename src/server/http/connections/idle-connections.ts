import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Enough to answer a request that is under way when the shutdown begins. */
const graceMs = 1_000

/**
 * Closes connections that never sent a request. Browsers open them in advance, and Node counts them as
 * busy: they would delay the shutdown until the process is killed.
 */
export function closeUnusedConnections(app: FastifyInstance, unused: Set<Socket>) {
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.addHook('preClose', async () => {
    setTimeout(() => unused.forEach((socket) => socket.destroy()), graceMs).unref()
  })
}

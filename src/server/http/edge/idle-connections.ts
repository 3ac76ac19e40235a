import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A request that is on its way when the end begins is still answered. */
const patienceMs = 1_000

/**
 * Browsers open connections in advance. Node takes those that have not asked for anything yet for
 * busy: without this they would hold up the end until the process is cut off.
 */
export function closeUnusedConnections(app: FastifyInstance, unused: Set<Socket>) {
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.addHook('preClose', async () => {
    setTimeout(() => unused.forEach((socket) => socket.destroy()), patienceMs).unref()
  })
}

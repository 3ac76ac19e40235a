import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/**
 * Stands before a database and can vanish as a host does that loses its power or its network: nobody
 * is told, nothing is closed. When it is back it knows nothing of the connections of before.
 */
export async function startSilentHost(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isAway = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near)
    if (isAway) return
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url.href,
    vanish() {
      isAway = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    comeBack() {
      isAway = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

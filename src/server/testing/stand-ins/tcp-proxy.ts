import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

interface Options {
  /** Connects both ends. `reach` opens the connection to the database. */
  join: (near: Socket, reach: () => Socket) => void
  pauseOnConnect?: boolean
}

/** A TCP proxy to a database that tracks its connections. */
export async function startTcpProxy(
  databaseUrl: string,
  { join, pauseOnConnect = false }: Options,
) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer({ pauseOnConnect }, (near) =>
    join(keep(near), () => {
      const far = keep(connect(Number(port), hostname))
      near.once('close', () => far.destroy())
      far.once('close', () => near.destroy())
      return far
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url.href,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

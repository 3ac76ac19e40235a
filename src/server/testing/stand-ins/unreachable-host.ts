import { startTcpProxy } from './tcp-proxy.ts'

/**
 * A proxy to the database that can become unreachable like a host without power or network: no connection is
 * closed. Once reachable again it does not know the earlier connections.
 */
export async function startUnreachableHost(databaseUrl: string) {
  let isAway = false
  const { sockets, ...host } = await startTcpProxy(databaseUrl, {
    pauseOnConnect: true,
    join(near, reach) {
      if (!isAway) near.pipe(reach()).pipe(near)
    },
  })
  return {
    ...host,
    vanish() {
      isAway = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    comeBack() {
      isAway = false
    },
  }
}

import { startHostBefore } from './tcp-proxy.ts'

/**
 * Stands before a database and can vanish as a host does that loses its power or its network: nobody
 * is told, nothing is closed. When it is back it knows nothing of the connections of before.
 */
export async function startSilentHost(databaseUrl: string) {
  let isAway = false
  const { sockets, ...host } = await startHostBefore(databaseUrl, {
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

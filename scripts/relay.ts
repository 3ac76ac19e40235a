import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** A TCP proxy for a local program that may restart. */
export interface Relay {
  server: Server
  forwardTo(port: number): void
  /** Makes new connections wait until the next `forwardTo`. */
  hold(): void
  close(): void
}

/** Opens the port; connections wait until the first `forwardTo`. */
export async function openRelay(listenOn: { host: string; port: number }): Promise<Relay> {
  const waiting = new Set<Socket>()
  let target: number | undefined

  const server = createServer((client) => {
    if (target !== undefined) return forward(client, target)
    waiting.add(client)
    client.once('close', () => waiting.delete(client)).once('error', () => client.destroy())
  })
  server.listen(listenOn)
  await once(server, 'listening')

  return {
    server,
    forwardTo(port) {
      target = port
      for (const client of waiting) forward(client, port)
      waiting.clear()
    },
    hold() {
      target = undefined
    },
    close() {
      server.close()
      for (const client of waiting) client.destroy()
    },
  }
}

/** When one side closes, so does the other. */
function forward(client: Socket, port: number) {
  pipeline(client, connect(port, '127.0.0.1'), client, () => {})
}

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** "Ready for the next", outside of any transaction: what was asked is written down. */
const isDone = (answer: Buffer) => answer.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))

/** Stands before a database and can break a connection between a commit and the word of it. */
export async function startCuttingHost(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let awaited: string | undefined

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isCut = false
    for (const socket of [near, far]) keep(socket)
    near.on('data', (asked) => {
      if (awaited !== undefined && asked.includes(awaited)) {
        awaited = undefined
        isCut = true
      }
      far.write(asked)
    })
    far.on('data', (answer) => {
      if (!isCut) near.write(answer)
      else if (isDone(answer)) near.destroy()
    })
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url.href,
    /** The next connection that says so hears nothing any more, and breaks once it has been done. */
    cutAfter(text: string) {
      awaited = text
    },
    /** Whether it was said since. */
    hasCut: () => awaited === undefined,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

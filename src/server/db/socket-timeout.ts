import { Socket } from 'node:net'

/**
 * A socket that is destroyed after a time without data in either direction. A host that loses its power or its
 * network closes no connection, and the system would wait for a quarter of an hour. `ends` destroys it at once.
 */
export function socketWithIdleTimeout(timeoutMs: number, ends?: AbortSignal): Socket {
  const socket = new Socket(ends && { signal: ends })
  socket.setTimeout(timeoutMs)
  socket.on('timeout', () => {
    const bytesRead = socket.bytesRead
    // After a pause of the process itself, data that arrived meanwhile is read first.
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy()
    })
  })
  return socket
}

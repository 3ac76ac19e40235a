import { Socket } from 'node:net'

/**
 * A socket that ends when nothing has been sent or heard for so long. A host that loses its power or
 * its network says goodbye to nobody, and the system would wait for a quarter of an hour.
 */
export function socketThatGivesUp(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs)
  socket.on('timeout', () => {
    const heard = socket.bytesRead
    // A process that was held up itself first reads what has come meanwhile.
    setImmediate(() => {
      if (socket.bytesRead === heard) socket.destroy()
    })
  })
  return socket
}

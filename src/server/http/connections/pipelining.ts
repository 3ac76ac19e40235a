import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait behind another on their connection. Browsers and proxies send none. */
const waitingMax = 16

const finished = 'http.server.response.finish'

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Takes requests that were sent before the previous one on their connection was answered, and hands over one
 * at a time: a client that reads no answer gets no further one made. `cut` ends a connection with more than
 * {@link waitingMax} of them: Node parses all requests of a piece of data at once, each takes some kilobytes,
 * and it cannot be stopped within a piece (docs/decisions/0053).
 */
export function createPipelining(handle: RequestListener, cut: (socket: Socket) => void) {
  const connections = new Map<Socket, Waiting[]>()

  function forget(socket: Socket) {
    connections.delete(socket)
    socket.off('close', onClose)
    if (connections.size === 0) unsubscribe(finished, onFinished)
  }

  function onClose(this: Socket) {
    forget(this)
  }

  const startNext = (socket: Socket) => {
    const queue = connections.get(socket)
    const next = queue?.shift()
    if (queue?.length === 0) {
      forget(socket)
      socket.resume()
    }
    if (next && !socket.destroyed) handle(next.request, next.response)
  }

  // Node's channel, so that connections without such requests cost nothing.
  const onFinished = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    // The next response is attached to the connection after this message.
    if (connections.has(socket)) process.nextTick(startNext, socket)
  }

  const waitingOn = (socket: Socket): Waiting[] => {
    const known = connections.get(socket)
    if (known) return known
    const queue: Waiting[] = []
    if (connections.size === 0) subscribe(finished, onFinished)
    connections.set(socket, queue)
    socket.pause()
    socket.once('close', onClose)
    return queue
  }

  return ({ request, response }: Waiting) => {
    const { socket } = request
    if (socket.destroyed) return
    const queue = waitingOn(socket)
    if (queue.length < waitingMax) queue.push({ request, response })
    else cut(socket)
  }
}

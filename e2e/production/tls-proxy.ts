import { request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'

/** Longer than any client pauses: a call on a connection that is just being closed would fail. */
const keepAliveMs = 240_000

interface Options {
  port: number
  key: string
  cert: string
  /** Ports that get the calls in turn; one that refuses its connection is skipped. */
  targets: readonly number[]
}

/**
 * Terminates TLS in front of the shop, as `deploy/Caddyfile` does. Each connection gets a client address of its
 * own: all come from one machine, and the rate limits of production apply.
 */
export async function startTlsProxy({ port, targets, ...certificate }: Options) {
  const clients = new WeakMap<Socket, string>()
  let count = 0
  const clientOf = (socket: Socket) => {
    const known = clients.get(socket) ?? `198.18.${(count >> 8) & 255}.${count & 255}`
    if (!clients.has(socket)) count += 1
    clients.set(socket, known)
    return known
  }
  const responses = targets.map(() => 0)
  let turn = 0

  function forward(incoming: IncomingMessage, response: ServerResponse, attempt = 0) {
    const index = turn++ % targets.length
    const { method, url: path, headers, socket } = incoming
    const outgoing = request({
      host: '127.0.0.1',
      port: targets[index],
      method,
      path,
      headers: {
        ...headers,
        'x-forwarded-for': clientOf(socket),
        'x-forwarded-proto': 'https',
      },
    })
    outgoing.on('response', (answer) => {
      responses[index] = (responses[index] ?? 0) + 1
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return response.destroy()
      if (error.code === 'ECONNREFUSED' && attempt < targets.length) {
        return forward(incoming, response, attempt + 1)
      }
      return response.writeHead(502).end()
    })
    incoming.pipe(outgoing)
  }

  const server = createServer(certificate, (incoming, response) => forward(incoming, response))
  server.keepAliveTimeout = keepAliveMs
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    responses,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

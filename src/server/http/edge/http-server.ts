import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Timeouts } from '../limits/timeouts.ts'
import { limitConnections } from '../connections/connection-limits.ts'
import type { ConnectionLimits } from '../connections/connection-limits.ts'
import { createPipelining } from '../connections/pipelining.ts'

/** Answers a request before Fastify; false passes it on. */
export type EarlyResponder = (request: IncomingMessage, response: ServerResponse) => boolean

/** Counts a response that is sent before Fastify runs. */
export type CountResponse = (route: string, method: string, status: number) => void

/** Slightly longer than balancers and browsers keep connections by default. */
const keepAliveMs = 72_000

interface Options {
  serveFromCache: EarlyResponder
  shedEarly: EarlyResponder
  timeouts: Timeouts
  /** Connections without a request yet. */
  unused: Set<Socket>
  connections: ConnectionLimits
}

/**
 * The HTTP server below Fastify, whose own listener is `fastify`. Connections leave `unused` here, since a
 * second listener would cost each request more.
 */
export function createHttpServer(
  fastify: RequestListener,
  { serveFromCache, shedEarly, timeouts, unused, connections }: Options,
): Server {
  const handle: RequestListener = (request, response) => {
    if (hasTwoHosts(request)) {
      response.writeHead(400, { connection: 'close' }).end()
      return
    }
    if (serveFromCache(request, response) || shedEarly(request, response)) return
    fastify(request, response)
  }
  const server = createServer(
    { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    (request, response) => {
      unused.delete(request.socket)
      // Behind an earlier response, which has the connection.
      if (response.socket === null) pipelined({ request, response })
      else handle(request, response)
    },
  )
  const pipelined = createPipelining(handle, limitConnections(server, connections))
  server.requestTimeout = timeouts.request
  server.keepAliveTimeout = keepAliveMs
  return server
}

/** A proxy may route by the second, while Node reads the first (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

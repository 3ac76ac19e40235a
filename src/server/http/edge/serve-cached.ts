import type { IncomingMessage, ServerResponse } from 'node:http'
import { all as addressesTo, compile, default as clientAddress } from '@fastify/proxy-addr'
import { AppError } from '../../errors/errors.ts'
import { noRateLimits } from '../limits/rate-limits.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Drain } from './drain.ts'
import type { EarlyResponder, CountResponse } from './http-server.ts'
import { encodedFor } from './response-cache.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

interface Deps {
  cache: Pick<ResponseCache, 'ready'>
  limits: RateLimits
  drain: Drain
  trustedProxies: string[]
  count: CountResponse | undefined
  /** Called before each response, to trace it. */
  onServe?: OnServe | undefined
}

type OnServe = (
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  countAddresses: () => number,
) => void

/**
 * Serves cached public responses before Fastify runs, since everything else about a request costs more (docs/decisions/0023).
 * Rate-limited clients fall through to Fastify, which answers 429.
 */
export function createServeFromCache(deps: Deps): EarlyResponder {
  const { cache, limits, drain, trustedProxies, count, onServe } = deps
  const trusts = compile(trustedProxies)

  const isWithinLimit = ({ limit }: CachedResponse, request: IncomingMessage): boolean => {
    // Finding the client's address costs time, so only where limits are on.
    if (limits === noRateLimits) return true
    try {
      limits.takeFrom(limit, clientAddress(request, trusts))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    // Requests with a token may have to read from the primary: see `readerFor`.
    if (method !== 'GET' || headers.authorization !== undefined || drain.isOn) return false
    const cached = cache.ready(url)
    if (!cached || !isWithinLimit(cached, request)) return false
    onServe?.(cached.route, request, response, () => addressesTo(request, trusts).length)
    const { status, rawHeaders, body, text } = encodedFor(request, cached)
    response.writeHead(status, rawHeaders)
    if (text) response.end(text, 'latin1')
    else response.end(body)
    count?.(cached.route, method, status)
    return true
  }
}

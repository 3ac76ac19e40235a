import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { all as addressesTo, compile, default as addressBehind } from '@fastify/proxy-addr'
import { callerAt } from '../limits/rate-limit-key.ts'
import { noCallLimits } from '../limits/rate-limits.ts'
import type { CallLimits } from '../limits/rate-limits.ts'
import type { Drain } from './drain.ts'
import { AppError } from '../errors.ts'
import { readyFor } from './response-cache.ts'
import type { Kept, KeptAnswer } from './response-cache.ts'
import type { RequestCounts } from '../../observability/metrics/requests.ts'
import type { Timeouts } from '../limits/timeouts.ts'
import type { Tracing } from '../../observability/tracing/open-tracing.ts'

interface Deps {
  kept: Kept
  limits: CallLimits
  drain: Drain
  trustedProxies: string[]
  /** Where answers are counted, if anybody reads the counts. */
  counts: RequestCounts | undefined
  /** Hears of each answer before it is sent. */
  traced?: Tracing['kept'] | undefined
}

/** Answers a request if it can at once; false leaves it to somebody else. */
type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Sends a public answer that is at hand before anything else is done for the request: everything
 * else costs more than the answer does. Whoever asked too often is left to the usual way, which refuses.
 */
export function createSendKept(deps: Deps): AnswerAtOnce {
  const { kept, limits, drain, trustedProxies, counts, traced } = deps
  const trusts = compile(trustedProxies)

  const isCounted = ({ limit }: KeptAnswer, request: IncomingMessage): boolean => {
    // Who calls is found out only for somebody who wants to know.
    if (limits === noCallLimits) return true
    try {
      limits.take(limit, callerAt(addressBehind(request, trusts)))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    // Who shows a token may have to be answered by the primary: see `readsFor`.
    if (method !== 'GET' || headers.authorization !== undefined || drain.isOn) return false
    const answer = kept.ready(url)
    if (!answer || !isCounted(answer, request)) return false
    traced?.(answer.route, request, response, () => addressesTo(request, trusts).length)
    const { status, rawHeaders, body, text } = readyFor(request, answer)
    response.writeHead(status, rawHeaders)
    if (text) response.end(text, 'latin1')
    else response.end(body)
    counts?.answered(answer.route, method, status, 0)
    return true
  }
}

/** As long as balancers and browsers keep connections by default, and a little longer. */
const keepAliveMs = 72_000

interface Below {
  sendKept: AnswerAtOnce
  turnAway: AnswerAtOnce
  timeouts: Timeouts
  unused: Set<Socket>
}

/**
 * The server below the framework: `usual` is the framework's own way of answering. A connection that
 * asks for something is `unused` no longer: here, since a second listener costs each request more.
 */
export function createHttpServer(
  usual: RequestListener,
  { sendKept, turnAway, timeouts, unused }: Below,
): Server {
  const server = createServer(
    { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    (request, response) => {
      unused.delete(request.socket)
      if (!sendKept(request, response) && !turnAway(request, response)) usual(request, response)
    },
  )
  server.requestTimeout = timeouts.request
  server.keepAliveTimeout = keepAliveMs
  return server
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readTraceparent } from './traceparent.ts'
import type { Span, Tracer } from './tracer.ts'

/** A span for each request, under the pattern of its route: an address may hold a name or a token. */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  app.addHook('onRequest', ({ id, ips, method, routeOptions, headers }, reply, done) => {
    const route = routeOptions.url
    const caller = callerOf(headers, ips?.length ?? 0)
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id }
    const span = tracer.begin(`${method} ${route ?? ''}`.trim(), 'server', attributes, caller)
    if (span) endWith(reply.raw, span)
    tracer.within(span, done)
  })
}

export type TraceKept = (
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  /** How many stand in the way that the request came, the caller included. */
  countAddresses: () => number,
) => void

/** The same for an answer that was kept. Nothing is asked for it, so it has no parts. */
export const traceKept =
  (tracer: Tracer): TraceKept =>
  (route, { method = '', headers }, response, countAddresses) => {
    const attributes = { 'http.request.method': method, 'http.route': route }
    const caller = headers['traceparent'] ? callerOf(headers, countAddresses()) : undefined
    const span = tracer.begin(`${method} ${route}`, 'server', attributes, caller)
    if (span) endWith(response, span)
  }

/** Only a trusted proxy's word counts, or every stranger could have each call of theirs recorded. */
const callerOf = (headers: IncomingMessage['headers'], addresses: number) =>
  addresses > 1 ? readTraceparent(headers['traceparent']) : undefined

function endWith(response: ServerResponse, span: Span) {
  response.once('close', () => {
    const { statusCode, writableFinished } = response
    const status = { 'http.response.status_code': statusCode }
    if (!writableFinished) span.end({}, 'closed')
    else span.end(status, statusCode >= 500 ? String(statusCode) : undefined)
  })
}

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { context, defaultTextMapGetter, SpanKind, trace } from '@opentelemetry/api'
import type { Context, Span, Tracer } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance } from 'fastify'
import { endSpan } from './spans.ts'

/** A span per request, named by the pattern of its route: the URL may contain a name or a token. */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  app.addHook('onRequest', ({ id, ips, method, routeOptions, headers }, reply, done) => {
    const route = routeOptions.url
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id }
    const parent = parentOf(headers, () => ips?.length ?? 0)
    const name = `${method} ${route ?? ''}`.trim()
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    endWith(reply.raw, span)
    context.with(trace.setSpan(parent, span), done)
  })
}

export type TraceCachedResponse = (
  route: string,
  request: IncomingMessage,
  response: ServerResponse,
  /** The number of addresses that the request names: the client's and those of trusted proxies. */
  countAddresses: () => number,
) => void

/** A span for a cached response, which has no children. */
export const traceCachedResponse =
  (tracer: Tracer): TraceCachedResponse =>
  (route, { method = '', headers }, response, countAddresses) => {
    const attributes = { 'http.request.method': method, 'http.route': route }
    const parent = parentOf(headers, countAddresses)
    const options = { kind: SpanKind.SERVER, attributes }
    endWith(response, tracer.startSpan(`${method} ${route}`, options, parent))
  }

const propagator = new W3CTraceContextPropagator()

/**
 * The active span, as in a request of the shop to itself; else the caller's, but only through a trusted proxy
 * that named its client. Otherwise any client could have each of its requests recorded.
 */
function parentOf(headers: IncomingHttpHeaders, countAddresses: () => number): Context {
  const active = context.active()
  const isTrusted =
    headers['traceparent'] !== undefined && !trace.getSpan(active) && countAddresses() > 1
  return isTrusted ? propagator.extract(active, headers, defaultTextMapGetter) : active
}

function endWith(response: ServerResponse, span: Span) {
  if (!span.isRecording()) return
  response.once('close', () => {
    const { statusCode, writableFinished } = response
    const status = { 'http.response.status_code': statusCode }
    if (!writableFinished) endSpan(span, {}, 'closed')
    else endSpan(span, status, statusCode >= 500 ? String(statusCode) : undefined)
  })
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Span, Tracer } from '@opentelemetry/api'
import { endSpan, startClientSpan } from './spans.ts'

/** The common part of what Node publishes about a call by `node:http` and about one by `fetch`. */
interface ChannelMessage {
  request: { method?: string; path?: string; host?: string; origin?: string | URL }
  response?: { statusCode?: number }
  error?: { code?: string }
}

/**
 * A client span for each call of an outside service. Node publishes all calls, so a new service needs no code here.
 * Returns a function that ends this.
 */
export function traceOutgoingCalls(tracer: Tracer): () => void {
  const open = new WeakMap<object, Span>()

  const start = ({ request }: ChannelMessage) => {
    const { method = 'GET', path = '', host, origin } = request
    const template = templateOf(path)
    const span = startClientSpan(tracer, `${method} ${template}`, {
      'http.request.method': method,
      'server.address': host ?? (origin && new URL(origin).hostname),
      'url.template': template,
    })
    if (span) open.set(request, span)
  }
  const end = (request: object, attributes: Record<string, number>, errorType?: string) => {
    const span = open.get(request)
    if (span) endSpan(span, attributes, errorType)
    open.delete(request)
  }
  const respond = ({ request, response }: ChannelMessage) => {
    const status = response?.statusCode ?? 0
    const errorType = status >= 400 ? String(status) : undefined
    end(request, { 'http.response.status_code': status }, errorType)
  }
  const fail = ({ request, error }: ChannelMessage) => end(request, {}, error?.code ?? 'failed')

  const listeners = {
    'http.client.request.created': start,
    'http.client.response.finish': respond,
    'http.client.request.error': fail,
    'undici:request:create': start,
    'undici:request:headers': respond,
    'undici:request:error': fail,
  }
  const ends = Object.entries(listeners).map(([channel, listen]) => {
    // Safe: messages of these channels have this shape.
    const onMessage = (message: unknown) => listen(message as ChannelMessage)
    subscribe(channel, onMessage)
    return () => unsubscribe(channel, onMessage)
  })
  return () => ends.forEach((unsubscribeOne) => unsubscribeOne())
}

const isWord = /^(?:v\d+|[a-z][a-z_-]{0,29})?$/

/** The path with everything but plain words replaced: ids, keys and names do not belong in a span. */
const templateOf = (path: string) =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (isWord.test(part) ? part : '{}'))
    .join('/')

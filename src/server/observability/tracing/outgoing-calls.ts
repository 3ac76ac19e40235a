import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Span, Tracer } from './tracer.ts'

/** What Node tells of a call by `node:http`, and what of one by `fetch`. */
interface Told {
  request: { method?: string; path?: string; host?: string; origin?: string | URL }
  response?: { statusCode?: number }
  error?: { code?: string }
}

/**
 * Each call of an outside service as a part of what asked for it, whoever makes it and by which library:
 * Node tells of all. Returns what ends that.
 */
export function traceOutgoingCalls(tracer: Tracer): () => void {
  const open = new WeakMap<object, Span>()

  const begin = ({ request }: Told) => {
    const { method = 'GET', path = '', host, origin } = request
    const template = templateOf(path)
    const span = tracer.part(`${method} ${template}`, 'client', {
      'http.request.method': method,
      'server.address': host ?? (origin && new URL(origin).hostname),
      'url.template': template,
    })
    if (span) open.set(request, span)
  }
  const answered = ({ request, response }: Told) => {
    const status = response?.statusCode ?? 0
    open
      .get(request)
      ?.end({ 'http.response.status_code': status }, status >= 400 ? String(status) : undefined)
  }
  const failed = ({ request, error }: Told) => open.get(request)?.end({}, error?.code ?? 'failed')

  const listeners = {
    'http.client.request.created': begin,
    'http.client.response.finish': answered,
    'http.client.request.error': failed,
    'undici:request:create': begin,
    'undici:request:headers': answered,
    'undici:request:error': failed,
  }
  const ends = Object.entries(listeners).map(([channel, listen]) => {
    // Safe: these channels tell what `Told` says.
    const hear = (message: unknown) => listen(message as Told)
    subscribe(channel, hear)
    return () => unsubscribe(channel, hear)
  })
  return () => ends.forEach((end) => end())
}

const isWord = /^(?:v\d+|[a-z][a-z_-]{0,29})?$/

/** The path without what may name anybody or open anything: only plain words stay. */
const templateOf = (path: string) =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (isWord.test(part) ? part : '{}'))
    .join('/')

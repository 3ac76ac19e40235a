import { AsyncResource } from 'node:async_hooks'
import { finished, Readable, Writable } from 'node:stream'
import type { Tracer } from '@opentelemetry/api'
import type pg from 'pg'
import { endSpan, isActiveRecorded, startClientSpan } from './spans.ts'

type Call = (...args: unknown[]) => unknown
type Callback = (error: unknown, ...rest: unknown[]) => unknown

const textMax = 4_000

/** A client span for each statement on a connection of the pool, without its values. */
export function traceStatements(pool: pg.Pool, tracer: Tracer) {
  // The request that releases a connection calls back the one that waits for it: keep the waiting one's context.
  const connect = pool.connect.bind(pool) as Call
  const bound: Call = (callback, ...rest) =>
    typeof callback === 'function'
      ? connect(AsyncResource.bind(callback as Call), ...rest)
      : connect()
  // Safe: parameters and results are unchanged.
  pool.connect = bound as typeof pool.connect
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client), tracer) as typeof client.query
  })
}

const traced =
  (send: Call, tracer: Tracer): Call =>
  (statement, ...rest) => {
    if (!isActiveRecorded()) return send(statement, ...rest)
    const { name, text } = describe(statement)
    const span = startClientSpan(tracer, name, {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, textMax),
    })
    if (!span) return send(statement, ...rest)
    const end = (error?: unknown) => {
      const code = codeOf(error)
      endSpan(span, { 'db.response.status_code': code }, error ? (code ?? 'failed') : undefined)
    }
    const callback = rest.at(-1)
    if (typeof callback === 'function') {
      const endAndCallBack: Callback = (error, ...result) => {
        end(error)
        return (callback as Callback)(error, ...result)
      }
      return send(statement, ...rest.slice(0, -1), endAndCallBack)
    }
    const result = send(statement, ...rest)
    if (result instanceof Promise) void result.then(() => end(), end)
    else if (isStream(result)) finished(result, end)
    else end()
    return result
  }

/** A prepared statement is named by its name, another one by its first word. */
function describe(statement: unknown): { name: string; text: string } {
  const { name, text = '' } =
    typeof statement === 'string'
      ? { text: statement }
      : (statement as { name?: string; text?: string })
  return { name: name ?? /\w+/.exec(text)?.[0].toUpperCase() ?? 'statement', text }
}

const isStream = (result: unknown) => result instanceof Readable || result instanceof Writable

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

import { AsyncResource } from 'node:async_hooks'
import { finished, Readable, Writable } from 'node:stream'
import type pg from 'pg'
import type { Tracer } from './tracer.ts'

type Call = (...given: unknown[]) => unknown
type Done = (error: unknown, ...rest: unknown[]) => unknown

const longestText = 4_000

/** Each statement on a connection of the pool as a part of what asked for it; never with its values. */
export function traceStatements(pool: pg.Pool, tracer: Tracer) {
  // Who waits for a connection is called by whoever gives one back, who belongs to something else.
  const connect = pool.connect.bind(pool) as Call
  const bound: Call = (callback, ...rest) =>
    typeof callback === 'function'
      ? connect(AsyncResource.bind(callback as Call), ...rest)
      : connect()
  // Safe: both take and give what they did before.
  pool.connect = bound as typeof pool.connect
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client), tracer) as typeof client.query
  })
}

const traced =
  (send: Call, tracer: Tracer): Call =>
  (statement, ...rest) => {
    if (!tracer.isRecording()) return send(statement, ...rest)
    const { name, text } = describe(statement)
    const span = tracer.part(name, 'client', {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, longestText),
    })
    if (!span) return send(statement, ...rest)
    const end = (error?: unknown) =>
      span.end(
        { 'db.response.status_code': codeOf(error) },
        error ? (codeOf(error) ?? 'failed') : undefined,
      )
    const done = rest.at(-1)
    if (typeof done === 'function') {
      const told: Done = (error, ...result) => {
        end(error)
        return (done as Done)(error, ...result)
      }
      return send(statement, ...rest.slice(0, -1), told)
    }
    const answer = send(statement, ...rest)
    if (answer instanceof Promise) void answer.then(() => end(), end)
    else if (isStream(answer)) finished(answer, end)
    else end()
    return answer
  }

/** A prepared statement by its name, others by what they do. */
function describe(statement: unknown): { name: string; text: string } {
  const { name, text = '' } =
    typeof statement === 'string'
      ? { text: statement }
      : (statement as { name?: string; text?: string })
  return { name: name ?? /\w+/.exec(text)?.[0].toUpperCase() ?? 'statement', text }
}

const isStream = (answer: unknown) => answer instanceof Readable || answer instanceof Writable

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import type { Tracer } from '@opentelemetry/api'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { TraceSettings } from '../../config/trace-settings.ts'
import { traceStatements } from './database-statements.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'
import { openProvider } from './provider.ts'
import type { SpanCounts } from './provider.ts'
import { traceCachedResponse, traceRequests } from './requests.ts'
import type { TraceCachedResponse } from './requests.ts'
import { endSpan } from './spans.ts'

/** Traces of requests and background jobs, exported to a collector. Loaded only where one is set. */
export interface Tracing {
  requests(app: FastifyInstance): void
  /** Called before a cached response is sent, which never reaches the app. */
  cachedResponse: TraceCachedResponse
  statements(pool: pg.Pool): void
  job<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Spans since the node started. */
  counts: SpanCounts
  /** Exports the waiting spans; the last step of a stopping node. */
  close(): Promise<void>
}

export function openTracing(
  settings: TraceSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Tracing {
  const { tracer, counts, close } = openProvider(settings, log)
  const stopCalls = traceOutgoingCalls(tracer)
  return {
    requests: (app) => traceRequests(app, tracer),
    cachedResponse: traceCachedResponse(tracer),
    statements: (pool) => traceStatements(pool, tracer),
    job: (name, work) => traceJob(tracer, name, work),
    counts,
    async close() {
      stopCalls()
      await close()
    },
  }
}

/** Always a trace of its own, even if a request started the run: the run processes the work of others too. */
async function traceJob<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, { attributes: { 'job.name': name } }, ROOT_CONTEXT)
  try {
    const result = await context.with(trace.setSpan(ROOT_CONTEXT, span), work)
    endSpan(span, {})
    return result
  } catch (error) {
    endSpan(span, {}, error instanceof Error ? error.name : 'failed')
    throw error
  }
}

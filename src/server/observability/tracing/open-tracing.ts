import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { counter } from '../metrics/text.ts'
import type { Family } from '../metrics/text.ts'
import type { TraceSettings } from '../../config/trace-settings.ts'
import { createExporter } from './exporter.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'
import { traceKept, traceRequests } from './requests.ts'
import type { TraceKept } from './requests.ts'
import { traceStatements } from './statements.ts'
import { createTracer } from './tracer.ts'
import type { Tracer } from './tracer.ts'

/** What becomes of requests and jobs, sent to a collector. Loaded only where one is set. */
export interface Tracing {
  requests(app: FastifyInstance): void
  /** An answer at hand, which is sent before the app hears of the request. */
  kept: TraceKept
  statements(pool: pg.Pool): void
  job<T>(name: string, work: () => Promise<T>): Promise<T>
  families(): Family[]
  /** Sends what is left; the last thing a node does. */
  close(): Promise<void>
}

export function openTracing(
  settings: TraceSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Tracing {
  const exporter = createExporter(settings, log)
  const tracer = createTracer(settings, exporter.add)
  const forgetCalls = traceOutgoingCalls(tracer)
  return {
    requests: (app) => traceRequests(app, tracer),
    kept: traceKept(tracer),
    statements: (pool) => traceStatements(pool, tracer),

    // Also one that an event has woken: it works off more than that.
    job: (name, work) => tracer.apart(() => traceJob(tracer, name, work)),

    families: () => [
      counter('shop_spans_total', 'Spans of traces, sent to the collector or dropped.', [
        { labels: { outcome: 'sent' }, value: exporter.counts.sent },
        { labels: { outcome: 'dropped' }, value: exporter.counts.dropped },
      ]),
    ],

    async close() {
      forgetCalls()
      await exporter.close()
    },
  }
}

async function traceJob<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer.begin(name, 'internal', { 'job.name': name })
  try {
    const outcome = await tracer.within(span, work)
    span?.end()
    return outcome
  } catch (error) {
    span?.end({}, error instanceof Error ? error.name : 'failed')
    throw error
  }
}

import { setTimeout } from 'node:timers/promises'
import { context, createNoopMeter } from '@opentelemetry/api'
import type { Attributes, Meter, MeterProvider, Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TraceSettings } from '../../config/trace-settings.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

export type SpanCounts = Readonly<Record<'sent' | 'dropped', number>>

export interface Provider {
  tracer: Tracer
  counts: SpanCounts
  /** Sends the waiting spans, as far as that is possible within `closeMs`. */
  close(closeMs?: number): Promise<void>
}

/**
 * OpenTelemetry's SDK by the shop's settings. It is not registered as the global provider: libraries that
 * trace themselves could put personal data into spans.
 */
export function openProvider(settings: TraceSettings, log: Log): Provider {
  const counts = { sent: 0, dropped: 0 }
  const exporter = reportOutcomes(createExporter(settings), counts, log)
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: settings.delayMs,
    maxQueueSize: settings.queueMax,
    maxExportBatchSize: settings.batchMax,
    // Later than the exporter's own timeout, which ends its retries.
    exportTimeoutMillis: settings.timeoutMs + 1_000,
    selfObsMeterProvider: meterOfDrops((count) => (counts.dropped += count)),
  })
  const provider = openTracerProvider(settings, processor)
  return {
    tracer: provider.getTracer('auto-parts'),
    counts,
    async close(closeMs = 3_000) {
      const isShutDown = provider.shutdown().then(
        () => true,
        () => false,
      )
      const isComplete = await Promise.race([
        isShutDown,
        setTimeout(closeMs, false, { ref: false }),
      ])
      if (!isComplete || counts.dropped > 0) log.warn({ ...counts }, 'not all traces were exported')
    },
  }
}

export function openTracerProvider(
  { resource, ...sampling }: Pick<TraceSettings, 'resource' | 'share' | 'followsCaller'>,
  processor: SpanProcessor,
): TracerProvider {
  // Refused if there is one already, which serves as well.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(resource)),
    sampler: samplerOf(sampling),
    spanProcessors: [processor],
  })
}

function samplerOf({
  share,
  followsCaller,
}: Pick<TraceSettings, 'share' | 'followsCaller'>): Sampler {
  const root = share === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share)
  return followsCaller ? new ParentBasedSampler({ root }) : root
}

function createExporter(settings: TraceSettings): SpanExporter {
  const { endpoint, headers, timeoutMs, isCompressed, queueMax, batchMax } = settings
  type Options = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>
  return new OTLPTraceExporter({
    url: endpoint,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    // Safe: the enum's values are these words.
    compression: (isCompressed ? 'gzip' : 'none') as NonNullable<Options['compression']>,
    // Given, or the exporter would read further settings of the environment that the shop does not check.
    keepAlive: true,
    // All of the queue at once when the node stops.
    concurrencyLimit: Math.ceil(queueMax / batchMax) + 1,
  })
}

/** Counts the outcomes of exports, and logs the first of consecutive failures and the recovery. */
function reportOutcomes(
  exporter: SpanExporter,
  counts: Record<keyof SpanCounts, number>,
  log: Log,
): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        counts[hasFailed ? 'dropped' : 'sent'] += spans.length
        if (hasFailed && !isFailing)
          log.warn({ reason: reasonOf(result.error) }, 'trace export failed')
        if (!hasFailed && isFailing) log.warn({ ...counts }, 'trace export works again')
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** Without the collector's response, which an error of the exporter carries. */
const reasonOf = (error: Error | undefined) =>
  error && { code: 'code' in error ? error.code : undefined, message: error.message }

/** Counts the spans that a full queue drops, which the SDK reports only as a metric about itself. */
function meterOfDrops(onDrop: (count: number) => void): MeterProvider {
  const counter = {
    add(count: number, attributes?: Attributes) {
      if (attributes?.['error.type'] === 'queue_full') onDrop(count)
    },
  }
  // Safe: a meter without effect, and one method of it replaced.
  const noop = Object.create(createNoopMeter()) as Meter
  const meter = Object.assign(noop, { createCounter: () => counter })
  return { getMeter: () => meter }
}

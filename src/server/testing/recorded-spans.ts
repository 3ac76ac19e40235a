import { context, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { openTracerProvider } from '../observability/tracing/provider.ts'

/** A tracer whose ended spans are kept in memory. */
export function recordSpans({ share = 1, followsCaller = true } = {}) {
  const ended: ReadableSpan[] = []
  const processor = {
    onStart: () => {},
    onEnd: (span: ReadableSpan) => void ended.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const provider = openTracerProvider({ share, followsCaller, resource: {} }, processor)
  const tracer = provider.getTracer('tests')
  return {
    tracer,
    ended,
    /** Starts a span; work within it has it as its parent. */
    start(name: string) {
      const span = tracer.startSpan(name)
      const active = trace.setSpan(context.active(), span)
      return {
        span,
        within: <T>(work: () => T) => context.with(active, work),
        children: () =>
          ended.filter(
            ({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId,
          ),
      }
    },
  }
}

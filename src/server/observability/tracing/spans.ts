import { SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import type { Attributes, Span, Tracer } from '@opentelemetry/api'

/** Starts a client span below the active one. Undefined where none is active, or it is not recorded. */
export function startClientSpan(
  tracer: Tracer,
  name: string,
  attributes: Attributes,
): Span | undefined {
  if (!isActiveRecorded()) return undefined
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
  // The export of spans suppresses its own.
  return span.isRecording() ? span : undefined
}

/** By the flag, since an ended span records no more but may still get children. */
export const isActiveRecorded = (): boolean =>
  ((trace.getActiveSpan()?.spanContext().traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0

/** Ends a span; with an error type, as failed. Ending it again changes nothing. */
export function endSpan(span: Span, attributes: Attributes, errorType?: string) {
  span.setAttributes({ ...attributes, 'error.type': errorType })
  if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { TraceSettings } from '../../config/trace-settings.ts'
import type { Attributes, FinishedSpan, Kind } from './otlp.ts'
import type { Caller } from './traceparent.ts'

export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Now; with the kind of error if it went wrong. What comes after the first time is ignored. */
  end(attributes?: Attributes, errorType?: string): void
}

export interface Tracer {
  /** What begins a trace here, unless it belongs to what is under way. Undefined: not to be recorded. */
  begin(name: string, kind: Kind, attributes: Attributes, caller?: Caller): Span | undefined
  /** Whether something is under way whose parts are recorded. */
  isRecording(): boolean
  /** A part of what is under way. Undefined where nothing is, or is not recorded. */
  part(name: string, kind: Kind, attributes: Attributes): Span | undefined
  /** Does the work as what belongs to the span; parts of none are not recorded. */
  within<T>(span: Span | undefined, work: () => T): T
  /** Does the work as what belongs to nothing that is under way. */
  apart<T>(work: () => T): T
}

/** Wall and monotonic time of one moment: a trace keeps its order when the clock is set. */
interface Moment {
  wall: number
  monotonic: number
}

interface OpenSpan extends Span {
  began: Moment
}

type Add = (span: FinishedSpan) => void

export function createTracer(
  { share, followsCaller }: Pick<TraceSettings, 'share' | 'followsCaller'>,
  add: Add,
): Tracer {
  const underWay = new AsyncLocalStorage<OpenSpan | 'unrecorded' | undefined>()

  const apart = <T>(work: () => T): T => underWay.run(undefined, work)

  const isWanted = (traceId: string, caller: Caller | undefined) =>
    caller && followsCaller ? caller.isRecorded : isInShare(traceId, share)

  function open(
    traceId: string,
    parentSpanId: string | undefined,
    began: Moment,
    { name, kind, attributes }: Pick<FinishedSpan, 'name' | 'kind' | 'attributes'>,
  ): OpenSpan {
    const spanId = randomBytes(8).toString('hex')
    const startMs = nowBy(began)
    let isEnded = false
    return {
      traceId,
      spanId,
      began,
      end(more, errorType) {
        if (isEnded) return
        isEnded = true
        const all = { ...attributes, ...more, 'error.type': errorType }
        const isError = errorType !== undefined
        const times = { startMs, endMs: nowBy(began) }
        const span = {
          traceId,
          spanId,
          parentSpanId,
          name,
          kind,
          attributes: all,
          isError,
          ...times,
        }
        // Or sending what was recorded would be recorded, and that sent.
        apart(() => add(span))
      },
    }
  }

  function part(name: string, kind: Kind, attributes: Attributes) {
    const parent = underWay.getStore()
    if (!parent || parent === 'unrecorded') return undefined
    const { traceId, spanId, began } = parent
    return open(traceId, spanId, began, { name, kind, attributes })
  }

  return {
    isRecording: () => typeof underWay.getStore() === 'object',
    part,
    apart,
    begin(name, kind, attributes, caller) {
      if (underWay.getStore()) return part(name, kind, attributes)
      const traceId = caller?.traceId ?? randomBytes(16).toString('hex')
      if (!isWanted(traceId, caller)) return undefined
      const began = { wall: Date.now(), monotonic: performance.now() }
      return open(traceId, caller?.spanId, began, { name, kind, attributes })
    },
    // Safe: every span comes from `open`.
    within: (span, work) => underWay.run((span as OpenSpan | undefined) ?? 'unrecorded', work),
  }
}

const nowBy = ({ wall, monotonic }: Moment) => wall + performance.now() - monotonic

const randomBits = 56

/** By the trace's own random part, so that every node and every service decides alike. */
const isInShare = (traceId: string, share: number) =>
  Number.parseInt(traceId.slice(-randomBits / 4), 16) >= (1 - share) * 2 ** randomBits

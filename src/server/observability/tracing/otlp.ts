export type Attributes = Readonly<Record<string, string | number | undefined>>

/** As OTLP numbers them. */
const kinds = { internal: 1, server: 2, client: 3 } as const
export type Kind = keyof typeof kinds

export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: Kind
  attributes: Attributes
  startMs: number
  endMs: number
  isError: boolean
}

const statusOfError = 2

/** A batch as OTLP over HTTP takes it, in JSON: ids in hex, 64-bit numbers as text. */
export const toOtlp = (resource: Attributes, spans: readonly FinishedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toPairs(resource) },
      scopeSpans: [{ scope: { name: 'auto-parts' }, spans: spans.map(toSpan) }],
    },
  ],
})

const toSpan = ({ kind, attributes, startMs, endMs, isError, ...span }: FinishedSpan) => ({
  ...span,
  kind: kinds[kind],
  startTimeUnixNano: toNanoseconds(startMs),
  endTimeUnixNano: toNanoseconds(endMs),
  attributes: toPairs(attributes),
  ...(isError && { status: { code: statusOfError } }),
})

const toPairs = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [
      {
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      },
    ]
  })

const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1e6)))

/** The span of a caller that ours belongs to. */
export interface Caller {
  traceId: string
  spanId: string
  isRecorded: boolean
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const nothing = /^0+$/

/** Reads the header of W3C Trace Context; what is malformed is as if it were not there. */
export function readTraceparent(header: unknown): Caller | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    form.exec(typeof header === 'string' ? header : '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more)) return undefined
  if (nothing.test(traceId) || nothing.test(spanId)) return undefined
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 }
}

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FinishedSpan } from './otlp.ts'
import { readTraceparent } from './traceparent.ts'
import { createTracer } from './tracer.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test.each([
  ['00', '01', '', true],
  ['00', '00', '', false],
  ['00', 'ff', '', true],
  ['42', '03', '-of-a-later-version', true],
])('a caller is known by version %s with flags %s%s', (version, flags, more, isRecorded) => {
  const header = `${version}-${traceId}-${spanId}-${flags}${more}`
  expect(readTraceparent(header)).toEqual({ traceId, spanId, isRecorded })
})

test.each([
  undefined,
  '',
  'yes',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
  [`00-${traceId}-${spanId}-01`],
])('%j names no caller', (header) => {
  expect(readTraceparent(header)).toBeUndefined()
})

const begun = (share: number, followsCaller: boolean) => {
  const told: FinishedSpan[] = []
  return { tracer: createTracer({ share, followsCaller }, (span) => void told.push(span)), told }
}
const caller = (isRecorded: boolean) => ({ traceId, spanId, isRecorded })

test.each([
  [1, true, undefined, true],
  [0, true, undefined, false],
  [0, true, true, true],
  [1, true, false, false],
  [0, false, true, false],
  [1, false, false, true],
])('share %d, follows callers %s, who records %s: %s', (share, follows, records, isRecorded) => {
  const { tracer } = begun(share, follows)
  const given = records === undefined ? undefined : caller(records)
  expect(tracer.begin('a', 'server', {}, given) !== undefined).toBe(isRecorded)
})

test('a share of the traces is recorded, the same ones on every node', () => {
  const [one, other] = [begun(0.25, false), begun(0.25, false)]
  const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString('hex'))
  const recorded = ({ tracer }: typeof one) =>
    ids.filter((id) => tracer.begin('a', 'server', {}, { traceId: id, spanId, isRecorded: true }))
  expect(recorded(one)).toEqual(recorded(other))
  expect(recorded(one).length / ids.length).toBeCloseTo(0.25, 1)
})

test('what is not recorded has no parts that are, and what is under way nowhere neither', () => {
  const { tracer } = begun(1, true)
  expect(tracer.part('statement', 'client', {})).toBeUndefined()
  tracer.within(undefined, () => {
    expect(tracer.part('statement', 'client', {})).toBeUndefined()
    expect(tracer.begin('inner request', 'server', {})).toBeUndefined()
  })
})

test('a span ends once, and what is done with it is part of nothing', () => {
  const told: FinishedSpan[] = []
  const tracer = createTracer({ share: 1, followsCaller: true }, (span) => {
    told.push(span)
    expect(tracer.part('sent', 'client', {})).toBeUndefined()
  })
  const span = tracer.begin('a', 'server', { known: 'before' })
  tracer.within(span, () => span?.end({ status: 200 }))
  span?.end({}, 'closed')
  expect(told).toMatchObject([
    { name: 'a', attributes: { known: 'before', status: 200 }, isError: false },
  ])
})

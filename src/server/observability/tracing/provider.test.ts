import { randomBytes } from 'node:crypto'
import { ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api'
import { afterEach, expect, test, vi } from 'vitest'
import { readTraceSettings } from '../../config/trace-settings.ts'
import { recordSpans } from '../../testing/recorded-spans.ts'
import { startCollector } from '../../testing/stand-ins/collector.ts'
import { openProvider } from './provider.ts'

const waiting = { timeout: 30_000 }
const never = { OTEL_BSP_SCHEDULE_DELAY: '3600000' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function collect() {
  const collector = await startCollector()
  closing.push(() => collector.close())
  return collector
}

function open(address: string, settings: Record<string, string> = {}) {
  const { traces } = readTraceSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_BSP_SCHEDULE_DELAY: '5',
    ...settings,
  })
  const lines: string[] = []
  const log = { warn: (_: unknown, line?: string) => void lines.push(line ?? '') }
  const provider = openProvider(traces!, log)
  return { ...provider, lines, record: (name: string) => provider.tracer.startSpan(name).end() }
}

const namesOf = (spans: readonly { name: string }[]) => spans.map(({ name }) => name)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

/** @shows row-78 */
test('a stopping node exports all waiting spans, however long they may wait', async () => {
  const collector = await collect()
  const { record, counts, lines, close } = open(collector.url, never)
  numbered(1_001).forEach(record)
  await close(60_000)
  expect(namesOf(collector.spans).toSorted()).toEqual(numbered(1_001).toSorted())
  expect([counts, lines]).toEqual([{ sent: 1_001, dropped: 0 }, []])
})

test('during a short outage of the collector spans wait up to the queue size, and the rest is dropped', async () => {
  const collector = await collect()
  const { record, counts, lines, close } = open(collector.url, {
    OTEL_BSP_MAX_QUEUE_SIZE: '10',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  })
  collector.setAway(true)
  // Ten are being exported, ten wait.
  numbered(25).forEach(record)
  expect(counts).toEqual({ sent: 0, dropped: 5 })
  await vi.waitFor(() => expect(collector.refused()).toBeGreaterThan(0), waiting)
  collector.setAway(false)
  await vi.waitFor(() => expect(counts).toEqual({ sent: 20, dropped: 5 }), waiting)
  expect(namesOf(collector.spans)).toEqual(numbered(20))
  expect(lines).toEqual([])
  await close()
})

test('a failing export is logged once, its batch dropped, and the recovery logged', async () => {
  const collector = await collect()
  const { record, counts, lines, close } = open(collector.url)
  collector.answerWith(400)
  record('first')
  await vi.waitFor(() => expect(counts.dropped).toBe(1), waiting)
  record('second')
  await vi.waitFor(() => expect(counts.dropped).toBe(2), waiting)
  expect(lines).toEqual(['trace export failed'])
  collector.answerWith(200)
  record('third')
  await vi.waitFor(() => expect(counts).toEqual({ sent: 1, dropped: 2 }), waiting)
  expect(namesOf(collector.spans)).toEqual(['third'])
  await close()
  expect(lines).toEqual([
    'trace export failed',
    'trace export works again',
    'not all traces were exported',
  ])
})

test('a batch is retried while the collector is busy', async () => {
  const collector = await collect()
  const { record, counts, close } = open(collector.url)
  collector.answerWith(503)
  record('busy')
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(0), waiting)
  collector.answerWith(200)
  await vi.waitFor(() => expect(counts).toEqual({ sent: 1, dropped: 0 }), waiting)
  await close()
})

test('a node stops although the collector is unreachable', async () => {
  const collector = await collect()
  collector.setAway(true)
  const { record, lines, close } = open(collector.url, never)
  record('lost')
  await close(10)
  expect(lines).toEqual(['not all traces were exported'])
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const below = (caller: { traceId: string; isRecorded: boolean }) =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: caller.traceId,
    spanId,
    traceFlags: caller.isRecorded ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })

test.each([
  [1, true, undefined, true],
  [0, true, undefined, false],
  [0, true, true, true],
  [1, true, false, false],
  [0, false, true, false],
  [1, false, false, true],
])(
  'share %d, follows callers %s, caller records %s: %s',
  (share, followsCaller, records, expected) => {
    const { tracer } = recordSpans({ share, followsCaller })
    const parent = records === undefined ? ROOT_CONTEXT : below({ traceId, isRecorded: records })
    expect(tracer.startSpan('request', {}, parent).isRecording()).toBe(expected)
  },
)

test('a share of the traces is recorded, the same ones on every node', () => {
  const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString('hex'))
  const recorded = () => {
    const { tracer } = recordSpans({ share: 0.25, followsCaller: false })
    const isRecorded = (id: string) =>
      tracer.startSpan('request', {}, below({ traceId: id, isRecorded: true })).isRecording()
    return ids.filter(isRecorded)
  }
  const first = recorded()
  expect(recorded()).toEqual(first)
  expect(first.length / ids.length).toBeCloseTo(0.25, 1)
})

test('below a request that is not recorded nothing is', () => {
  const { tracer, ended, start } = recordSpans({ share: 0 })
  start('request').within(() => tracer.startSpan('inner request').end())
  expect(ended).toEqual([])
})

test('libraries that trace themselves record nothing', () => {
  const { start } = recordSpans()
  start('request').within(() => {
    expect(trace.getTracer('library').startSpan('query').isRecording()).toBe(false)
  })
})

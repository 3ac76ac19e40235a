import { afterEach, expect, test, vi } from 'vitest'
import { startCollector } from '../../testing/stand-ins/collector.ts'
import { readTraceSettings } from '../../config/trace-settings.ts'
import { createExporter } from './exporter.ts'
import type { FinishedSpan } from './otlp.ts'

const waiting = { timeout: 30_000 }

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
  const exporter = createExporter(traces!, log, 60_000)
  return { exporter, lines }
}

const span = (name: string): FinishedSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: undefined,
  name,
  kind: 'internal',
  attributes: {},
  startMs: Date.now(),
  endMs: Date.now(),
  isError: false,
})

const namesOf = (spans: readonly { name: string }[]) => spans.map(({ name }) => name)

/** @shows row-78 */
test('what was recorded last is sent before the node ends, however long it may wait', async () => {
  const collector = await collect()
  const { exporter, lines } = open(collector.url, { OTEL_BSP_SCHEDULE_DELAY: '3600000' })
  for (let count = 0; count < 1_000; count += 1) exporter.add(span(`${count}`))
  exporter.add(span('last'))
  await exporter.close()
  expect(namesOf(collector.spans)).toContain('last')
  expect(new Set(namesOf(collector.spans)).size).toBe(1_001)
  expect([exporter.counts, lines]).toEqual([{ sent: 1_001, dropped: 0 }, []])
})

test('a collector that is away is said once and missed nothing once it is back, up to the queue', async () => {
  const collector = await collect()
  const { exporter, lines } = open(collector.url, { OTEL_BSP_MAX_QUEUE_SIZE: '10' })
  exporter.add(span('before'))
  await vi.waitFor(() => expect(exporter.counts.sent).toBe(1), waiting)

  collector.setAway(true)
  for (let count = 0; count < 15; count += 1) exporter.add(span(`${count}`))
  expect(exporter.counts.dropped).toBe(5)
  await vi.waitFor(() => expect(lines).toHaveLength(1), waiting)
  collector.setAway(false)
  await vi.waitFor(() => expect(exporter.counts).toEqual({ sent: 11, dropped: 5 }), waiting)
  expect(namesOf(collector.spans)).toEqual([
    'before',
    ...Array.from({ length: 10 }, (_, i) => `${i}`),
  ])
  expect(lines).toEqual(['traces cannot be delivered', 'traces are delivered again'])
  await exporter.close()
})

test('a batch that is refused for good makes room for the next; one that is refused for now is kept', async () => {
  const collector = await collect()
  const { exporter, lines } = open(collector.url)
  collector.answerWith(400)
  exporter.add(span('malformed, it says'))
  await vi.waitFor(() => expect(exporter.counts.dropped).toBe(1), waiting)
  collector.answerWith(503)
  exporter.add(span('not now'))
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(2), waiting)
  expect(lines).toEqual(['traces cannot be delivered'])
  collector.answerWith(200)
  await vi.waitFor(() => expect(namesOf(collector.spans)).toEqual(['not now']), waiting)
  await exporter.close()
  expect(exporter.counts).toEqual({ sent: 1, dropped: 1 })
})

test('a node whose collector is away ends all the same', async () => {
  const collector = await collect()
  collector.setAway(true)
  const { exporter, lines } = open(collector.url, { OTEL_BSP_SCHEDULE_DELAY: '3600000' })
  exporter.add(span('lost'))
  await exporter.close()
  expect(exporter.counts).toEqual({ sent: 0, dropped: 1 })
  expect(lines).toEqual(['traces cannot be delivered', 'not all traces were delivered'])
})

import { expect, test, vi } from 'vitest'
import { readTraceSettings } from '../../config/trace-settings.ts'
import { createLog } from '../log.ts'
import { startCollector } from '../../testing/stand-ins/collector.ts'
import { openShop } from '../../testing/shop.ts'
import { openTracing } from './open-tracing.ts'

const internal = 1
const waiting = { timeout: 30_000 }

test('a run of a background job is a trace of its own', async () => {
  const collector = await startCollector()
  const busy = await openShop({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    JOB_INTERVAL_SECONDS: '0.05',
  })
  const job = await vi.waitFor(() => {
    const found = collector.spans.find(({ name }) => name === 'expire reservations')
    expect(found).toBeDefined()
    return found!
  }, waiting)
  await busy.close()
  await collector.close()
  expect(job).toMatchObject({ kind: internal, attributes: { 'job.name': 'expire reservations' } })
  expect(job.parentSpanId).toBeUndefined()
  const children = collector.spans.filter((span) => span.traceId === job.traceId && span !== job)
  expect(children.length).toBeGreaterThan(0)
  for (const statement of children) expect(statement.parentSpanId).toBe(job.spanId)
})

test('a job that a trace starts is a trace of its own', async () => {
  const collector = await startCollector()
  const { traces } = readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const tracing = openTracing(traces!, { warn: () => {} })
  await tracing.job('outer', () => tracing.job('inner', async () => {}))
  await tracing.close()
  await collector.close()
  const [inner, outer] = collector.spans
  expect([inner?.name, outer?.name]).toEqual(['inner', 'outer'])
  expect(inner?.parentSpanId).toBeUndefined()
  expect(inner?.traceId).not.toBe(outer?.traceId)
})

test('with a share of 0 nothing is sent', async () => {
  const silent = await startCollector()
  const off = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  expect((await off.app.inject('/api/products?limit=1')).statusCode).toBe(200)
  await off.close()
  await silent.close()
  expect(silent.requests).toEqual([])
})

/** @shows row-78 */
test('without its collector the shop responds as before, and logs the failure once', async () => {
  const away = await startCollector()
  away.setAway(true)
  const lines: string[] = []
  const logger = createLog('warn', { write: (line) => void lines.push(line) })
  const alone = await openShop(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: away.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
      OTEL_BSP_SCHEDULE_DELAY: '1',
    },
    logger,
  )
  const about = () => lines.filter((line) => line.includes('trace export'))
  for (const isLogged of [false, true]) {
    const part = await alone.stock()
    expect((await alone.app.inject(`/api/product/${part.id}`)).statusCode).toBe(200)
    if (!isLogged) await vi.waitFor(() => expect(about()).toHaveLength(1), waiting)
  }
  expect(about()).toHaveLength(1)
  await alone.close()
  await away.close()
})

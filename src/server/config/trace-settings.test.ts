import { expect, test } from 'vitest'
import { readTraceSettings } from './trace-settings.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example:4318/'
const tracesOf = (given: Record<string, string>) => readTraceSettings(given).traces
const faultsOf = (given: Record<string, string>) => readTraceSettings(given).faults

test.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'parts', OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
])('%j switches traces off', (given) => {
  expect(readTraceSettings(given)).toEqual({ traces: undefined, faults: [], warnings: [] })
})

test('an endpoint suffices; trace settings override general ones', () => {
  expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
    endpoint: 'https://collector.example:4318/v1/traces',
    headers: {},
    isCompressed: false,
    timeoutMs: 10_000,
    delayMs: 5_000,
    queueMax: 2_048,
    batchMax: 512,
    share: 1,
    followsCaller: true,
    resource: { 'service.name': 'auto-parts' },
  })
  expect(
    tracesOf({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/traces',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=1',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Basic%20eA==, x-tenant=parts',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '2000',
      OTEL_SERVICE_NAME: 'parts',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,host.name=a%2Cb',
    }),
  ).toMatchObject({
    endpoint: 'http://localhost:4318/traces',
    headers: { authorization: 'Basic eA==', 'x-tenant': 'parts' },
    isCompressed: true,
    timeoutMs: 2_000,
    resource: { 'service.name': 'parts', 'host.name': 'a,b' },
  })
  expect(tracesOf({ OTEL_TRACES_EXPORTER: 'otlp' })?.endpoint).toBe(
    'http://localhost:4318/v1/traces',
  )
})

test.each([
  ['always_on', { share: 1, followsCaller: false }],
  ['always_off', { share: 0, followsCaller: false }],
  ['traceidratio', { share: 0.1, followsCaller: false }],
  ['parentbased_always_on', { share: 1, followsCaller: true }],
  ['parentbased_always_off', { share: 0, followsCaller: true }],
  ['parentbased_traceidratio', { share: 0.1, followsCaller: true }],
])('accepts the sampler %s', (OTEL_TRACES_SAMPLER, sampler) => {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(tracesOf(given)).toMatchObject(sampler)
})

const address = 'must be an http(s) address without user and password'
const pairs = 'must be like name=value,name=value, special characters as %20'
const json = 'must be http/json, the only supported protocol'
const whole = 'must be a whole number from 1'
const milliseconds = 'must be a whole number from 1 to 3600000'

/** An invalid value of each setting with its fault. */
const wrong = [
  ['OTEL_SDK_DISABLED', 'yes', 'must be true or false'],
  ['OTEL_TRACES_EXPORTER', 'zipkin', 'must be otlp or none'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'production', pairs],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', pairs],
  [
    'OTEL_TRACES_SAMPLER',
    'some',
    'must be always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio',
  ],
  ['OTEL_TRACES_SAMPLER_ARG', '10', 'must be 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'must be 0 to 1'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', address],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://me:secret@collector.example', address],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', pairs],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'a=b%0d%0ac', pairs],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', json],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf', json],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', 'must be gzip or none'],
  ['OTEL_EXPORTER_OTLP_TRACES_COMPRESSION', 'zstd', 'must be gzip or none'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s', milliseconds],
  ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', '0', milliseconds],
  ['OTEL_BSP_SCHEDULE_DELAY', '5000000000', milliseconds],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '1.5', whole],
  ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'all', whole],
] as const

test.each(wrong)('%s=%s is refused with its reason', (name, value, why) => {
  expect(faultsOf({ [name]: value })).toEqual([`${name}: ${why}`])
})

/** @shows row-78 */
test('names all faults, never their values', () => {
  const values = Object.fromEntries(wrong.map(([name, value]) => [name, value]))
  const faults = faultsOf(values)
  expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(new Set(Object.keys(values)))
  expect(faults).toHaveLength(Object.keys(values).length)
  expect(faults.join()).not.toContain('secret')
})

test('warns of OpenTelemetry settings without effect', () => {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_LOGS_EXPORTER: 'otlp', PORT: '3000' }
  expect(readTraceSettings(given).warnings).toEqual([
    'OTEL_LOGS_EXPORTER is an OpenTelemetry setting that has no effect here',
  ])
})

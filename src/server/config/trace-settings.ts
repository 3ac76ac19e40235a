import * as z from 'zod/mini'
import { settingFaults } from './setting-errors.ts'
import type { Given } from './setting-errors.ts'
import { whole } from './setting-schemas.ts'

/** The settings of traces, read from OpenTelemetry's own environment variables. */
export interface TraceSettings {
  endpoint: string
  headers: Readonly<Record<string, string>>
  isCompressed: boolean
  timeoutMs: number
  /** The longest time that a span waits for its batch. */
  delayMs: number
  queueMax: number
  batchMax: number
  /** The share of traces that is recorded, of those that start here. */
  share: number
  /** Whether a trusted caller's decision to record replaces the share. */
  followsCaller: boolean
  /** Attributes of the service that all its spans share. */
  resource: Readonly<Record<string, string>>
}

const collector = z
  .string()
  .check(
    z.refine(
      (value) =>
        URL.canParse(value) && /^https?:\/\//i.test(value) && new URL(value).username === '',
      'must be an http(s) address without user and password',
    ),
  )
const protocol = z
  .string()
  .check(
    z.refine((value) => value === 'http/json', 'must be http/json, the only supported protocol'),
  )
const compression = z.enum(['gzip', 'none'])
const pairsFault = 'must be like name=value,name=value, special characters as %20'
const pairs = z.pipe(
  z.string().check(z.refine((value) => pairsOf(value) !== undefined, pairsFault)),
  z.transform((value) => pairsOf(value) ?? {}),
)
const headers = pairs.check(z.refine(areHeaders, pairsFault))
const millisecondsFault = 'must be a whole number from 1 to 3600000'
const milliseconds = z.coerce
  .number(millisecondsFault)
  .check(z.int(millisecondsFault), z.gte(1, millisecondsFault), z.lte(3_600_000, millisecondsFault))
const share = z.coerce
  .number('must be 0 to 1')
  .check(z.gte(0, 'must be 0 to 1'), z.lte(1, 'must be 0 to 1'))

const Traces = z.object({
  OTEL_SDK_DISABLED: z._default(z.enum(['true', 'false']), 'false'),
  OTEL_TRACES_EXPORTER: z.optional(z.enum(['otlp', 'none'])),
  OTEL_SERVICE_NAME: z._default(z.string(), 'auto-parts'),
  OTEL_RESOURCE_ATTRIBUTES: z._default(pairs, {}),
  OTEL_TRACES_SAMPLER: z._default(
    z.enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(collector),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(collector),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(headers),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z.optional(headers),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(protocol),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.optional(protocol),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.optional(compression),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: z.optional(compression),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.optional(milliseconds),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: z.optional(milliseconds),
  OTEL_BSP_SCHEDULE_DELAY: z._default(milliseconds, 5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: z._default(whole, 2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: z._default(whole, 512),
})
type Traces = z.infer<typeof Traces>

/** Without an endpoint or `OTEL_TRACES_EXPORTER=otlp` there are no traces. */
export function readTraceSettings(given: Given): {
  traces: TraceSettings | undefined
  faults: string[]
  warnings: string[]
} {
  const { data, error } = Traces.safeParse(given)
  const traces = data && isOn(data) ? toSettings(data) : undefined
  const isUnknown = (name: string) => name.startsWith('OTEL_') && !(name in Traces.shape)
  return {
    traces,
    faults: settingFaults(error, given),
    warnings: traces
      ? Object.keys(given)
          .filter(isUnknown)
          .map((name) => `${name} is an OpenTelemetry setting that has no effect here`)
      : [],
  }
}

function isOn(data: Traces): boolean {
  if (data.OTEL_SDK_DISABLED === 'true' || data.OTEL_TRACES_EXPORTER === 'none') return false
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = data
  return data.OTEL_TRACES_EXPORTER === 'otlp' || all !== undefined || own !== undefined
}

function toSettings(data: Traces): TraceSettings {
  const all = data.OTEL_EXPORTER_OTLP_ENDPOINT ?? 'http://localhost:4318'
  const sampler = data.OTEL_TRACES_SAMPLER
  const compressed =
    data.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? data.OTEL_EXPORTER_OTLP_COMPRESSION
  return {
    endpoint: data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${all.replace(/\/+$/, '')}/v1/traces`,
    headers: data.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? data.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    isCompressed: compressed === 'gzip',
    timeoutMs: data.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? data.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    delayMs: data.OTEL_BSP_SCHEDULE_DELAY,
    queueMax: data.OTEL_BSP_MAX_QUEUE_SIZE,
    batchMax: data.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    share: shareOf(sampler, data.OTEL_TRACES_SAMPLER_ARG),
    followsCaller: sampler.startsWith('parentbased_'),
    resource: { ...data.OTEL_RESOURCE_ATTRIBUTES, 'service.name': data.OTEL_SERVICE_NAME },
  }
}

function shareOf(sampler: Traces['OTEL_TRACES_SAMPLER'], ratio: number): number {
  if (sampler.endsWith('traceidratio')) return ratio
  return sampler.endsWith('always_on') ? 1 : 0
}

function pairsOf(value: string): Record<string, string> | undefined {
  try {
    const pairs = value.split(',').map((pair) => {
      const [, name, text] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
      if (name === undefined || text === undefined) throw new Error('not a pair')
      return [decodeURIComponent(name), decodeURIComponent(text.trim())]
    })
    return Object.fromEntries(pairs)
  } catch {
    return undefined
  }
}

function areHeaders(pairs: Record<string, string>): boolean {
  try {
    return [...new Headers(pairs)].length > 0
  } catch {
    return false
  }
}

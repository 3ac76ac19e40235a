import type { Counter, Gauge, Registry } from 'prom-client'

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface Sampled {
  name: string
  help: string
  labelNames?: string[]
  /** Called at each scrape; what it leaves out is not reported. */
  read: () => Iterable<Sample>
}

/** Registers a metric whose values are kept elsewhere, and read when they are asked for. */
export function register(
  registry: Registry,
  Kind: typeof Counter<string> | typeof Gauge<string>,
  { read, ...config }: Sampled,
) {
  const metric = new Kind({
    ...config,
    registers: [registry],
    collect() {
      metric.reset()
      for (const [labels, value] of read()) metric.inc(labels, value)
    },
  })
}

/** A sample per entry, under one label. */
export const byLabel = (label: string, values: Iterable<readonly [string, number]>): Sample[] =>
  Array.from(values, ([key, value]) => [{ [label]: key }, value] as const)

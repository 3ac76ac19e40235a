/** One value, told apart from its siblings by labels that can only have a few values each. */
export interface Sample {
  labels?: Readonly<Record<string, string | number>>
  value: number
  /** What a histogram's parts end in. */
  suffix?: '_bucket' | '_sum' | '_count'
}

export interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export const textType = 'text/plain; version=0.0.4; charset=utf-8'

/** The exposition format of Prometheus. */
export const formatFamilies = (families: readonly Family[]): string =>
  families.map((family) => `${lines(family).join('\n')}\n`).join('')

const lines = ({ name, help, type, samples }: Family) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(({ labels, value, suffix = '' }) => `${name}${suffix}${list(labels)} ${value}`),
]

function list(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const escaped = (value: string) => value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')

export const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

export const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'counter',
  samples,
})

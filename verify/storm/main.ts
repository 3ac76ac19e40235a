import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { brokenPromises, heading, row } from './report.ts'
import { runStorm } from './storm.ts'
import type { Summary } from './summary.ts'

const usage = `usage: npm run storm -- [--seed 1 | --seeds 20] [--buyers 400] [--seconds 20] [--json]
                         [--beside <folder of another version, built>]`

const breakOff = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => breakOff.abort())
}

try {
  process.chdir(join(import.meta.dirname, '../..'))
  const { seeds, isJson, ...size } = readArguments()
  await buildWhenNeeded(console.error)
  const summaries: Summary[] = []
  if (!isJson) console.log(heading())
  for (const seed of seeds) {
    const summary = await runStorm({ ...size, seed }, breakOff.signal)
    summaries.push(summary)
    if (!isJson) for (const line of [row(summary), ...brokenPromises(summary)]) console.log(line)
  }
  if (isJson) console.log(JSON.stringify(summaries, undefined, 2))
  process.exit(summaries.some(({ violations }) => violations > 0) ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      buyers: { type: 'string', default: '400' },
      seconds: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
      beside: { type: 'string' },
    },
  })
  const { beside } = values
  const size = { buyers: whole(values.buyers), seconds: whole(values.seconds), beside }
  const seeds = values.seeds
    ? Array.from({ length: whole(values.seeds) }, (_, index) => index + 1)
    : [whole(values.seed)]
  return { ...size, seeds, isJson: values.json }
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new TypeError(usage)
  return value
}

import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine, refuse } from '../../src/server/cli/command-line.ts'
import { brokenPromises, heading, row } from './report.ts'
import { runStorm } from './storm.ts'
import type { Summary } from './summary.ts'

const script = {
  usage: 'npm run storm [-- <options>]',
  about: 'Kills nodes and database under hundreds of buyers; looks for what is lost.',
  options: {
    seed: { type: 'string', default: '1', about: 'repeats the storm of this number' },
    seeds: { type: 'string', about: 'as many storms, one after the other' },
    buyers: { type: 'string', default: '400', about: 'how many buy at once' },
    seconds: { type: 'string', default: '20', about: 'how long each storm lasts' },
    json: { type: 'boolean', default: false, about: 'print the figures as JSON' },
    beside: {
      type: 'string',
      about: 'folder of another version, built, that runs beside this one',
    },
  },
} as const
const { values } = readCommandLine(script)

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
  const { beside } = values
  const size = { buyers: whole(values.buyers), seconds: whole(values.seconds), beside }
  const seeds = values.seeds
    ? Array.from({ length: whole(values.seeds) }, (_, index) => index + 1)
    : [whole(values.seed)]
  return { ...size, seeds, isJson: values.json }
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) refuse(script)
  return value
}

import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { heading, row, violationLines } from './report.ts'
import { runStorm } from './storm.ts'

const script = {
  usage: 'npm run storm [-- <options>]',
  about: 'Kills nodes and database under the load of many buyers, then checks every promise.',
  options: {
    seed: { type: 'string', default: '1', about: 'repeats the storm of this seed' },
    seeds: { type: 'string', about: 'runs this many storms, with the seeds 1, 2, …' },
    buyers: { type: 'string', default: '400', about: 'number of buyers' },
    seconds: { type: 'string', default: '20', about: 'length of each storm' },
    beside: {
      type: 'string',
      about: 'folder of another, built version that every second node runs',
    },
  },
} as const
const { values } = readCommandLine(script)

const aborted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => aborted.abort())
}

const { seeds, beside } = values
const size = { buyers: whole(values.buyers), seconds: whole(values.seconds), beside }
const chosen = seeds
  ? Array.from({ length: whole(seeds) }, (_, index) => index + 1)
  : [whole(values.seed)]
let violations = 0
try {
  await buildWhenNeeded(console.error)
  console.log(heading())
  for (const seed of chosen) {
    const summary = await runStorm({ ...size, seed }, aborted.signal)
    violations += summary.violations
    for (const line of [row(summary), ...violationLines(summary)]) console.log(line)
  }
  process.exit(violations > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) refuse(script)
  return value
}

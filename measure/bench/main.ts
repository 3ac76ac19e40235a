import { readCommandLine, refuse } from '../../src/server/cli/command-line.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import { comparisons } from './comparisons.ts'
import { compare, grow } from './rounds.ts'
import { growing } from './growth.ts'
import { keep, lastKept, printComparison, printGrowth } from './report.ts'
import type { Report } from './report.ts'
import { sizes } from './sizes.ts'
import { startBenchNodes } from './bench-nodes.ts'
import { findWrk } from './tools.ts'

const names = [...comparisons, ...growing].map(({ name }) => name)
const script = {
  usage: 'npm run bench [-- <options> <rows>]',
  about: `Measures the main paths beside the limit of runtime and database: all rows, or those named of
${names.join(' ')}`,
  options: {
    rounds: { type: 'string', default: '5', about: 'how often each row is measured' },
    seconds: { type: 'string', default: '2', about: 'how long each time' },
    reuse: {
      type: 'boolean',
      default: false,
      about: 'keep the databases, and use those of the last run',
    },
  },
  takesWords: true,
} as const
const { values, words: wanted } = readCommandLine(script)
const { reuse } = values
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (wanted.some((name) => !names.includes(name)) || !(rounds > 0 && seconds > 0)) refuse(script)
const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(name)

const wrk = await findWrk()
const before = lastKept()
const bench = await startBenchNodes({ keep: reuse })
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(signal, () => void bench.close().finally(() => process.exit(1)))
}
const report: Report = {
  at: new Date().toISOString(),
  node: process.version,
  comparisons: [],
  growth: [],
  violations: [],
}
try {
  for (const comparison of comparisons.filter(isWanted)) {
    const compared = await compare(bench, wrk, comparison, { rounds, seconds })
    report.comparisons.push(compared)
    printComparison(compared, before)
  }
  for (const path of growing.filter(isWanted)) {
    const grown = await grow(bench, wrk, path, { rounds: Math.min(rounds, 3), seconds })
    report.growth.push(grown)
    printGrowth(grown)
  }
  for (const size of sizes) {
    const node = bench.opened(size)
    if (!node) continue
    const { database } = await node
    report.violations.push(...(await database.withoutTimeouts(({ pool }) => checkInvariants(pool))))
  }
  if (report.violations.length > 0) console.log(report.violations)
  else console.log('every invariant of every database holds')
  if (wanted.length === 0) console.log(`kept in ${keep(report)}`)
} finally {
  await bench.close()
}
process.exit(report.violations.length > 0 ? 1 : 0)

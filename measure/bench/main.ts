import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { describeViolations } from '../../verify/violations.ts'
import { comparisons } from './comparisons.ts'
import { growthPaths } from './growth.ts'
import { loneCaller, measureLoneCaller, measureNewShop, newShop } from './new-shop.ts'
import { compare, measureGrowth } from './rounds.ts'
import { printComparison, printGrowth, printLoneCaller, printNewShop } from './report.ts'
import { sizes } from './sizes.ts'
import { startBenchNodes } from './bench-nodes.ts'
import { findWrk } from './tools.ts'

const names = [...comparisons, loneCaller, newShop, ...growthPaths].map(({ name }) => name)
const script = {
  usage: 'npm run bench [-- <options> <rows>]',
  about: `Compares the main paths with the limits of runtime and database: all rows, or those named of
${names.join(' ')}`,
  options: {
    rounds: { type: 'string', default: '5', about: 'measurements of each row' },
    seconds: { type: 'string', default: '2', about: 'length of each measurement' },
    reuse: {
      type: 'boolean',
      default: false,
      about: 'keep the loaded databases, and use those of the last run',
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
const bench = await startBenchNodes({ keep: reuse })
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(signal, () => void bench.close().finally(() => process.exit(1)))
}
const violations: Violation[] = []
try {
  for (const comparison of comparisons.filter(isWanted)) {
    printComparison(await compare(bench, wrk, comparison, { rounds, seconds }))
  }
  // The nodes of new shops go on sending the mails of their orders.
  if (isWanted(loneCaller)) {
    printLoneCaller(await measureLoneCaller(bench, wrk, { rounds, seconds }))
  }
  if (isWanted(newShop)) {
    printNewShop(await measureNewShop(bench, wrk, { rounds: Math.min(rounds, 3), seconds }))
  }
  for (const path of growthPaths.filter(isWanted)) {
    printGrowth(await measureGrowth(bench, wrk, path, { rounds: Math.min(rounds, 3), seconds }))
  }
  for (const size of sizes) {
    const node = bench.opened(size)
    if (!node) continue
    const { database } = await node
    violations.push(...(await database.withoutTimeouts(({ pool }) => checkInvariants(pool))))
  }
  const lines = describeViolations(violations)
  console.log(lines.join('\n') || 'no invariant is violated in any database')
} finally {
  await bench.close()
}
process.exit(violations.length > 0 ? 1 : 0)

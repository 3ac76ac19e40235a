import { checkInvariants } from '../../src/server/invariants/check.ts'
import { comparisons } from './comparisons.ts'
import { compare, grow } from './rounds.ts'
import { growing } from './growth.ts'
import { keep, lastKept, printComparison, printGrowth } from './report.ts'
import type { Report } from './report.ts'
import { sizes } from './sizes.ts'
import { openStage } from './stage.ts'
import { findWrk } from './tools.ts'

const names = [...comparisons, ...growing].map(({ name }) => name)
const usage = `npm run bench [-- <row> …] [--rounds 5] [--seconds 2] [--reuse]
rows: ${names.join(' ')}
--reuse keeps the loaded databases for the next run, and takes those of the last`

const { wanted, rounds, seconds, reuse } = readArguments()
const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.includes(name)

const wrk = await findWrk()
const before = lastKept()
const stage = await openStage({ keep: reuse })
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(signal, () => void stage.close().finally(() => process.exit(1)))
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
    const compared = await compare(stage, wrk, comparison, { rounds, seconds })
    report.comparisons.push(compared)
    printComparison(compared, before)
  }
  for (const path of growing.filter(isWanted)) {
    const grown = await grow(stage, wrk, path, { rounds: Math.min(rounds, 3), seconds })
    report.growth.push(grown)
    printGrowth(grown)
  }
  for (const size of sizes) {
    const node = stage.opened(size)
    if (!node) continue
    const { database } = await node
    report.violations.push(...(await database.patiently(({ pool }) => checkInvariants(pool))))
  }
  if (report.violations.length > 0) console.log(report.violations)
  else console.log('every invariant of every database holds')
  if (wanted.length === 0) console.log(`kept in ${keep(report)}`)
} finally {
  await stage.close()
}
process.exit(report.violations.length > 0 ? 1 : 0)

function readArguments() {
  const args = process.argv.slice(2)
  const valueOf = (flag: string, usual: number) => {
    const index = args.indexOf(flag)
    return index < 0 ? usual : Number(args.splice(index, 2)[1])
  }
  const rounds = valueOf('--rounds', 5)
  const seconds = valueOf('--seconds', 2)
  const reuse = args.includes('--reuse')
  const wanted = args.filter((arg) => arg !== '--reuse')
  if (wanted.some((name) => !names.includes(name)) || !(rounds > 0 && seconds > 0)) {
    console.error(usage)
    process.exit(2)
  }
  return { wanted, rounds, seconds, reuse }
}

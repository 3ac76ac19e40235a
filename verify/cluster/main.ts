import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { openJournal } from '../storm/journal.ts'
import type { Journal } from '../storm/journal.ts'
import { waitForOpenWork } from '../storm/open-work.ts'
import { verify } from '../storm/verify.ts'
import { describeViolations } from '../violations.ts'
import { openCluster } from './cluster.ts'
import { injectFaults } from './faults.ts'
import type { Figures } from './faults.ts'
import { installPackages } from './packages.ts'

const { values } = readCommandLine({
  usage: 'npm run cluster-test [-- <options>]',
  about:
    'Kills a node and the primary of a database cluster under load, then checks every promise.',
  options: {
    asynchronous: { type: 'boolean', about: 'replicate asynchronously' },
    keep: { type: 'boolean', about: 'keep the folder of the cluster' },
  },
})
const timeoutMs = 15 * 60_000
const startedAt = performance.now()
const log = (line: string) =>
  console.log(
    `${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${line}`,
  )

const running: (() => Promise<unknown>)[] = []
const failure = Promise.withResolvers<never>()
failure.promise.catch(() => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => failure.reject(new Error('The test was aborted')))
}
setTimeout(() => failure.reject(new Error('The test timed out')), timeoutMs).unref()

/** Stops everything that was started, even if one of them fails to stop. */
async function stopAll() {
  for (const stop of running.toReversed()) await stop().catch(console.error)
}

async function run(isSynchronous: boolean, keepsFolder: boolean): Promise<boolean> {
  installPackages(log)
  await buildWhenNeeded(log)
  const journal = openJournal()
  const cluster = await openCluster({
    isSynchronous,
    keepsFolder,
    journal,
    running,
    log,
    fail: failure.reject,
  })
  log('three nodes, HAProxy, PgBouncer, PostgreSQL with a standby, Patroni, etcd')
  const figures = await injectFaults(cluster, journal, log)
  const { database } = cluster
  const violations = [
    ...(await waitForOpenWork(database.pool, { keepsReservations: true })),
    ...(await verify({ ...cluster, postgres: { database } }, journal)),
  ]
  const { rows } = await database.pool.query<{ paid: number }>(
    'select count(*) as paid from orders where paid',
  )
  summarize({ figures, journal, violations, isSynchronous, paid: rows[0]?.paid ?? 0 })
  return violations.length === 0 && figures.reads.length === 0
}

interface Outcome {
  figures: Figures
  journal: Journal
  violations: readonly Violation[]
  isSynchronous: boolean
  paid: number
}

function summarize({ figures, journal, violations, isSynchronous, paid }: Outcome) {
  const lost = violations.find(({ invariant }) => invariant === 'I8 placed')?.count ?? 0
  const { before, nodeKilled, primaryKilled, alone, rejoined, after } = figures
  const lines = [
    ['replication', isSynchronous ? 'synchronous' : 'asynchronous'],
    ['orders acknowledged', journal.placed.size],
    ['orders lost', lost],
    ['orders paid', paid],
    ['retries', journal.retries],
    ['orders/s before, on one PostgreSQL, after', `${before}, ${alone}, ${after}`],
    ['node killed: longest pause', `${nodeKilled.pause} s`],
    ['primary killed: orders again after', `${primaryKilled.backAfter} s`],
    ['old primary started: standby after', `${rejoined} s`],
    ['violations', violations.length + figures.reads.length],
  ]
  console.log()
  for (const [what, value] of lines) console.log(`${String(what).padEnd(44)}${value}`)
  for (const text of [...describeViolations(violations), ...figures.reads]) {
    console.log(`  VIOLATED ${text}`)
  }
}

let isPassed = false
try {
  isPassed = await Promise.race([run(!values.asynchronous, values.keep ?? false), failure.promise])
} catch (error) {
  console.error(error)
} finally {
  await stopAll()
}
console.log(isPassed ? '\n1 passed, 0 failed' : '\n0 passed, 1 failed')
process.exit(isPassed ? 0 : 1)

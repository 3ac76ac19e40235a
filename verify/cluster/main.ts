import { join } from 'node:path'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { openJournal } from '../storm/journal.ts'
import type { Journal } from '../storm/journal.ts'
import { settle } from '../storm/settle.ts'
import { verify } from '../storm/verify.ts'
import { openCluster } from './cluster.ts'
import { injectFaults } from './faults.ts'
import type { Figures } from './faults.ts'
import { installPackages } from './packages.ts'

const { values } = readCommandLine({
  usage: 'npm run cluster-test [-- <options>]',
  about: "Kills a node and the database's primary in a cluster of real engines.",
  options: {
    asynchronous: { type: 'boolean', about: 'replicate asynchronously' },
    keep: { type: 'boolean', about: 'keep the folder of the cluster' },
  },
})
const longestMs = 15 * 60_000
const startedAt = performance.now()
const tell = (line: string) =>
  console.log(
    `${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${line}`,
  )

const running: (() => Promise<unknown>)[] = []
const broken = Promise.withResolvers<never>()
broken.promise.catch(() => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) {
  process.once(signal, () => broken.reject(new Error('The test was broken off')))
}
setTimeout(() => broken.reject(new Error('The test took too long')), longestMs).unref()

/** Ends everything that was started, even if something else goes wrong. */
async function stopAll() {
  for (const stop of running.toReversed()) await stop().catch(console.error)
}

async function run(isSynchronous: boolean, keeps: boolean): Promise<boolean> {
  installPackages(tell)
  await buildWhenNeeded(tell)
  const journal = openJournal()
  const cluster = await openCluster({
    isSynchronous,
    keeps,
    journal,
    running,
    tell,
    fail: broken.reject,
  })
  tell('three nodes, HAProxy, PgBouncer, PostgreSQL with a standby, Patroni, etcd')
  const figures = await injectFaults(cluster, journal, tell)
  const { database } = cluster
  const unsettled = await settle(database.pool, { holdsLast: true })
  const violations = [
    ...unsettled,
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
    ['of these lost', lost],
    ['of these paid', paid],
    ['calls sent again', journal.retries],
    ['orders/s before, on one PostgreSQL, after', `${before}, ${alone}, ${after}`],
    ['node killed: longest time without an order', `${nodeKilled.pause} s`],
    ['primary killed: orders again after', `${primaryKilled.backAfter} s`],
    ['old primary started: standby again after', `${rejoined} s`],
    ['promises broken', violations.length + figures.reads.length],
  ]
  console.log()
  for (const [what, value] of lines) console.log(`${String(what).padEnd(44)}${value}`)
  for (const { invariant, promise, count, examples } of violations) {
    console.log(`  BROKEN ${invariant}: ${promise} (${count}: ${examples.join(', ')})`)
  }
  for (const sentence of figures.reads) console.log(`  BROKEN reads: ${sentence}`)
}

let isWell = false
try {
  process.chdir(join(import.meta.dirname, '../..'))
  isWell = await Promise.race([run(!values.asynchronous, values.keep ?? false), broken.promise])
} catch (error) {
  console.error(error)
} finally {
  await stopAll()
}
process.exit(isWell ? 0 : 1)

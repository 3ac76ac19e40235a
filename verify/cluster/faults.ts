import type { Journal } from '../storm/journal.ts'
import type { Cluster } from './cluster.ts'
import { startLoad } from './load.ts'
import type { Recovery } from './load.ts'
import { checkReads } from './reads.ts'

export interface Figures {
  before: number
  nodeKilled: Recovery
  primaryKilled: Recovery
  /** Orders per second with a single PostgreSQL. */
  alone: number
  /** Seconds until the former primary was a standby in sync. */
  rejoined: number
  after: number
  reads: readonly string[]
}

const measuredSeconds = 10

/** Injects one fault after the other under a continuous load of orders. */
export async function injectFaults(
  cluster: Cluster,
  journal: Journal,
  log: (line: string) => void,
): Promise<Figures> {
  const { engines, nodes } = cluster
  const load = await startLoad(cluster, journal)
  const before = await load.measure(measuredSeconds)
  log(`${before} orders per second`)

  const nodeKilledAt = performance.now()
  await nodes.killOne({ victim: Math.random(), includesLast: false })
  const nodeKilled = await load.recovery(nodeKilledAt)
  log(`node killed: at most ${nodeKilled.pause} s without an order`)
  await nodes.ready()

  const old = await engines.leader()
  const primaryKilledAt = performance.now()
  cluster.setDatabaseAway(true)
  await old.kill()
  log(`primary ${old.name} killed`)
  const primaryKilled = await load.recovery(primaryKilledAt)
  cluster.setDatabaseAway(false)
  const { name } = await engines.leader()
  log(`${name} is the primary; orders accepted again after ${primaryKilled.backAfter} s`)
  const alone = await load.measure(measuredSeconds)

  const startedAt = performance.now()
  old.start()
  await engines.standby()
  const rejoined = Math.round((performance.now() - startedAt) / 100) / 10
  log(`${old.name} is a standby after ${rejoined} s`)
  const after = await load.measure(measuredSeconds)

  const reads = await checkReads(cluster)
  await load.end()
  return { before, nodeKilled, primaryKilled, alone, rejoined, after, reads }
}

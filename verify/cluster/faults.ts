import type { Journal } from '../storm/journal.ts'
import type { Cluster } from './cluster.ts'
import { startLoad } from './load.ts'
import type { Recovery } from './load.ts'
import { checkReads } from './reads.ts'

export interface Figures {
  before: number
  nodeKilled: Recovery
  primaryKilled: Recovery
  /** Orders a second while one PostgreSQL is alone. */
  alone: number
  /** Seconds until the former primary was a standby that lacks nothing. */
  rejoined: number
  after: number
  reads: readonly string[]
}

const calmSeconds = 10

/** One fault after the other, under a load of orders that never ends. */
export async function injectFaults(
  cluster: Cluster,
  journal: Journal,
  tell: (line: string) => void,
): Promise<Figures> {
  const { engines, nodes } = cluster
  const load = await startLoad(cluster, journal)
  const before = await load.measure(calmSeconds)
  tell(`${before} orders a second`)

  const nodeKilledAt = performance.now()
  await nodes.killOne({ victim: Math.random(), evenTheLast: false })
  const nodeKilled = await load.recovery(nodeKilledAt)
  tell(`a node killed: at most ${nodeKilled.pause} s without an order`)
  await nodes.ready()

  const old = await engines.leader()
  const primaryKilledAt = performance.now()
  cluster.setDatabaseAway(true)
  await old.kill()
  tell(`the primary, ${old.name}, killed`)
  const primaryKilled = await load.recovery(primaryKilledAt)
  cluster.setDatabaseAway(false)
  const { name } = await engines.leader()
  tell(`${name} is the primary; orders again after ${primaryKilled.backAfter} s`)
  const alone = await load.measure(calmSeconds)

  const startedAt = performance.now()
  old.start()
  await engines.standby()
  const rejoined = Math.round((performance.now() - startedAt) / 100) / 10
  tell(`${old.name} is a standby after ${rejoined} s`)
  const after = await load.measure(calmSeconds)

  const reads = await checkReads(cluster)
  await load.end()
  return { before, nodeKilled, primaryKilled, alone, rejoined, after, reads }
}

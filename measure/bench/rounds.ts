import { cpuMs, cpuMsOfTree, peakMegabytes } from '../../rig/process-usage.ts'
import { sizes } from './sizes.ts'
import type { Size } from './sizes.ts'
import type { Comparison, Limit } from './comparisons.ts'
import { requestsFor } from './growth.ts'
import type { GrowthPath } from './growth.ts'
import { load } from './load.ts'
import type { Measured } from './load.ts'
import type { Node, BenchNodes } from './bench-nodes.ts'
import type { Tool } from './tools.ts'

export interface Measurement extends Measured {
  /** CPU time of the server and of PostgreSQL per response. */
  cpuMicroseconds: number
  databaseMicroseconds: number
}

export interface ComparisonResult {
  name: string
  title: string
  limitTitle: string
  goal: number | undefined
  /** Throughput of the shop divided by that of the limit, per round. */
  ratios: number[]
  shop: Measurement[]
  limit: Measurement[]
  peakMegabytes: { shop: number; limit: number }
}

export interface Growth {
  name: string
  title: string
  rows: { size: Size; rounds: Measurement[] }[]
}

export interface Rounds {
  rounds: number
  seconds: number
}

/** Measures both sides in turn, with a different one first in each round. */
export async function compare(
  bench: BenchNodes,
  wrk: Tool,
  comparison: Comparison,
  { rounds, seconds }: Rounds,
): Promise<ComparisonResult> {
  const node = await bench.node(comparison.size)
  const { requests, limit } = await comparison.prepare(bench, node)
  const cleanUp = () => (comparison.writes ? vacuumProducts(node) : Promise.resolve())
  const measureShop = async () => {
    await cleanUp()
    return measure(bench, node.pid, () => load(wrk, { url: node.url, requests, seconds }))
  }
  const measureLimit = async () => {
    await cleanUp()
    if (limit.kind === 'pgbench') return measure(bench, 0, () => limit.run(seconds))
    const { url, pid } = limit.server
    return measure(bench, pid, () =>
      load(wrk, { url, requests: limit.requests ?? requests, seconds }),
    )
  }
  const shop: Measurement[] = []
  const limits: Measurement[] = []
  const count = () => (comparison.writes ? rowsOf(node, comparison.writes) : Promise.resolve(0))
  // Warms up both sides.
  await measureShop()
  await measureLimit()
  const before = await count()
  for (let round = 0; round < rounds; round += 1) {
    const isShopFirst = round % 2 === 0
    if (isShopFirst) shop.push(await measureShop())
    limits.push(await measureLimit())
    if (!isShopFirst) shop.push(await measureShop())
  }
  expectWritten(comparison, (await count()) - before, [...shop, ...limits])
  if (limit.kind === 'pgbench') await limit.close()
  const { name, title, limitTitle, goal } = comparison
  return {
    name,
    title,
    limitTitle,
    goal,
    ratios: shop.map(
      ({ perSecond }, round) => perSecond / (limits[round]?.perSecond ?? Number.NaN),
    ),
    shop,
    limit: limits,
    peakMegabytes: { shop: peakMegabytes(node.pid), limit: peakOf(limit) },
  }
}

/** Measures a path at every size, the sizes in turn. */
export async function measureGrowth(
  bench: BenchNodes,
  wrk: Tool,
  path: GrowthPath,
  { rounds, seconds }: Rounds,
): Promise<Growth> {
  const rows = []
  for (const size of sizes) {
    const node = await bench.node(size)
    const requests = await requestsFor(bench, node, size, path)
    rows.push({ size, node, requests, rounds: [] as Measurement[] })
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const { node, requests, rounds: measured } of rows) {
      const measurement = await measure(bench, node.pid, () =>
        load(wrk, { url: node.url, requests, seconds }),
      )
      // The first round warms up.
      if (round > 0) measured.push(measurement)
    }
  }
  const { name, title } = path
  return {
    name,
    title,
    rows: rows.map(({ size, rounds: measured }) => ({ size, rounds: measured })),
  }
}

async function measure(
  { postgres }: BenchNodes,
  pid: number,
  run: () => Promise<Measured>,
): Promise<Measurement> {
  const used = () => [pid ? cpuMs(pid) : Number.NaN, cpuMsOfTree(postgres.pid)] as const
  const [server, database] = used()
  const measured = await run()
  const [serverAfter, databaseAfter] = used()
  if (measured.failed > 0)
    throw new Error(`${measured.failed} of ${measured.responses} requests failed`)
  return {
    ...measured,
    cpuMicroseconds: ((serverAfter - server) * 1000) / measured.responses,
    databaseMicroseconds: ((databaseAfter - database) * 1000) / measured.responses,
  }
}

/** Otherwise autovacuum removes what one side has left of the products' rows while the other is measured. */
const vacuumProducts = ({ database }: Node) =>
  database.withoutTimeouts(({ pool }) => pool.query('vacuum products'))

const peakOf = (limit: Limit) =>
  limit.kind === 'server' ? peakMegabytes(limit.server.pid) : Number.NaN

async function rowsOf({ database }: Node, tables: readonly string[]): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${table})`)
  const { rows } = await database.withoutTimeouts(({ pool }) =>
    pool.query<{ count: number }>(`select ${counts.join(' + ')} as count`),
  )
  return rows[0]?.count ?? 0
}

/** Checks that every acknowledged write is stored, plus at most those in flight when a load ended. */
function expectWritten({ name, writes }: Comparison, written: number, rounds: Measurement[]) {
  if (!writes) return
  const acknowledged = rounds.reduce((sum, { responses }) => sum + responses, 0)
  const maxInFlight = 64 * rounds.length
  if (written >= acknowledged && written <= acknowledged + maxInFlight) return
  throw new Error(
    `${name}: ${acknowledged} acknowledged, but ${written} rows of ${writes.join(' and ')} written`,
  )
}

import { sizes } from './sizes.ts'
import type { Size } from './sizes.ts'
import type { Comparison, Limit } from './comparisons.ts'
import { requestsFor } from './growth.ts'
import type { Growing } from './growth.ts'
import { load } from './load.ts'
import type { Measured } from './load.ts'
import type { Node, BenchNodes } from './bench-nodes.ts'
import type { Tool } from './tools.ts'
import { cpuMs, cpuMsOfTree, peakMegabytes } from './usage.ts'

export interface Side extends Measured {
  /** Of the server alone, and of PostgreSQL, for each answer. */
  cpuMicroseconds: number
  databaseMicroseconds: number
}

export interface Compared {
  name: string
  title: string
  limitTitle: string
  goal: number | undefined
  /** The shop's answers a second in parts of the limit's, round by round. */
  ratios: number[]
  shop: Side[]
  limit: Side[]
  peakMegabytes: { shop: number; limit: number }
}

export interface Grown {
  name: string
  title: string
  rows: { size: Size; rounds: Side[] }[]
}

interface Rounds {
  rounds: number
  seconds: number
}

/** Both sides in turn, and the other one first each time. */
export async function compare(
  bench: BenchNodes,
  wrk: Tool,
  comparison: Comparison,
  { rounds, seconds }: Rounds,
): Promise<Compared> {
  const node = await bench.node(comparison.size)
  const { requests, limit } = await comparison.prepare(bench, node)
  const measureShop = () =>
    watched(bench, node.pid, () => load(wrk, { url: node.url, requests, seconds }))
  const measureLimit = () => {
    if (limit.kind === 'pgbench') return watched(bench, 0, () => limit.run(seconds))
    const { url, pid } = limit.server
    return watched(bench, pid, () => load(wrk, { url, requests, seconds }))
  }
  const shop: Side[] = []
  const limits: Side[] = []
  const count = () => (comparison.writes ? rowsOf(node, comparison.writes) : Promise.resolve(0))
  // The first goes uncounted: neither side has warmed up yet.
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

/** The same path at every size, the sizes in turn. */
export async function grow(
  bench: BenchNodes,
  wrk: Tool,
  path: Growing,
  { rounds, seconds }: Rounds,
): Promise<Grown> {
  const rows = []
  for (const size of sizes) {
    const node = await bench.node(size)
    const requests = await requestsFor(bench, node, size, path)
    rows.push({ size, node, requests, rounds: [] as Side[] })
  }
  for (let round = 0; round <= rounds; round += 1) {
    for (const { node, requests, rounds: measured } of rows) {
      const side = await watched(bench, node.pid, () =>
        load(wrk, { url: node.url, requests, seconds }),
      )
      if (round > 0) measured.push(side)
    }
  }
  const { name, title } = path
  return {
    name,
    title,
    rows: rows.map(({ size, rounds: measured }) => ({ size, rounds: measured })),
  }
}

async function watched(
  { postgres }: BenchNodes,
  pid: number,
  measure: () => Promise<Measured>,
): Promise<Side> {
  const used = () => [pid ? cpuMs(pid) : Number.NaN, cpuMsOfTree(postgres.pid)] as const
  const [server, database] = used()
  const measured = await measure()
  const [serverAfter, databaseAfter] = used()
  if (measured.failed > 0)
    throw new Error(`${measured.failed} of ${measured.answered} calls failed`)
  return {
    ...measured,
    cpuMicroseconds: ((serverAfter - server) * 1000) / measured.answered,
    databaseMicroseconds: ((databaseAfter - database) * 1000) / measured.answered,
  }
}

const peakOf = (limit: Limit) =>
  limit.kind === 'server' ? peakMegabytes(limit.server.pid) : Number.NaN

async function rowsOf({ database }: Node, table: 'orders'): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*) from ${table}`)
  return rows[0]?.count ?? 0
}

/** Every answered write is there; those still on their way when a load ended may be there, too. */
function expectWritten({ name, writes }: Comparison, written: number, sides: Side[]) {
  if (!writes) return
  const answered = sides.reduce((sum, side) => sum + side.answered, 0)
  const onItsWay = 64 * sides.length
  if (written >= answered && written <= answered + onItsWay) return
  throw new Error(`${name}: ${answered} were answered, and ${written} ${writes} written`)
}

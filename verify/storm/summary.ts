import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Journal } from './journal.ts'
import type { Plan } from './plan.ts'
import type { StormOptions } from './storm.ts'
import { checkMinimumLoad } from './minimum-load.ts'
import type { Rig } from '../../rig/rig.ts'

export type Summary = Awaited<ReturnType<typeof summarize>>

interface Observed {
  size: StormOptions
  plan: Plan
  seconds: number
  journal: Journal
  rig: Rig
  broken: Violation[]
}

/** The figures of a storm, with every promise and how often it was broken. */
export async function summarize({ size, plan, seconds, journal, rig, ...found }: Observed) {
  const { rows } = await rig.postgres.database.pool.query<Record<string, number>>(
    `select count(*) as orders,
            count(*) filter (where transaction_id is not null) as paid,
            count(*) filter (where deleted_at is not null) as deleted,
            (select count(distinct order_id) from order_events where kind = 'lapsed') as lapsed,
            (select count(*) from refunds where reason <> 'by-admin') as "sentBack",
            (select count(*) from refunds where reason = 'by-admin') as refunded
     from orders`,
  )
  const {
    orders = 0,
    paid = 0,
    deleted = 0,
    lapsed = 0,
    refunded = 0,
    sentBack = 0,
  } = rows[0] ?? {}
  const kills = { nodes: rig.nodes.kills(), postgres: rig.postgres.kills() }
  const broken = [...found.broken, ...checkMinimumLoad({ plan, kills, orders })]
  const placing = journal.placingMs.toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    Math.round(placing[Math.ceil(share * placing.length) - 1] ?? 0)
  return {
    seed: size.seed,
    buyers: size.buyers,
    kills,
    orders,
    accepted: journal.placed.size,
    refused: journal.refused,
    paid,
    deleted,
    lapsed,
    refunded,
    sentBack,
    retries: journal.retries,
    tooMany: journal.tooMany,
    givenUp: journal.givenUp,
    placingMs: { p50: percentile(0.5), p99: percentile(0.99) },
    seconds: Math.round(seconds * 10) / 10,
    violations: broken.reduce((sum, { count }) => sum + count, 0),
    broken,
  }
}

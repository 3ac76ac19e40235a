import type { Violation } from '../../src/server/invariants/invariant.ts'
import type { Journal } from './journal.ts'
import type { Plan } from './plan.ts'
import { checkMinimumLoad } from './minimum-load.ts'
import type { Rig } from '../../rig/rig.ts'
import { quantile } from '../../rig/statistics.ts'

export type Summary = Awaited<ReturnType<typeof summarize>>

interface Result {
  seed: number
  plan: Plan
  seconds: number
  journal: Journal
  rig: Rig
  found: Violation[]
}

/** The figures and violations of a storm. */
export async function summarize({ seed, plan, seconds, journal, rig, found }: Result) {
  const { rows } = await rig.postgres.database.pool.query<Record<string, number>>(
    `select count(*) as orders,
            count(*) filter (where transaction_id is not null) as paid,
            count(*) filter (where deleted_at is not null) as deleted,
            (select count(distinct order_id) from order_events where kind = 'lapsed') as expired,
            (select count(*) from refunds where reason not in ('by-admin', 'charged-back')) as "autoRefunded",
            (select count(*) from refunds where reason = 'by-admin') as refunded,
            (select count(*) from disputes) as disputed,
            (select count(*) from refunds where reason = 'charged-back') as "chargedBack"
     from orders`,
  )
  const {
    orders = 0,
    paid = 0,
    deleted = 0,
    expired = 0,
    refunded = 0,
    autoRefunded = 0,
    disputed = 0,
    chargedBack = 0,
  } = rows[0] ?? {}
  const kills = { nodes: rig.nodes.kills(), postgres: rig.postgres.kills() }
  const broken = [...found, ...checkMinimumLoad({ plan, kills, orders })]
  const percentile = (share: number) => Math.round(quantile(journal.placingMs, share))
  return {
    seed,
    buyers: plan.buyers.length,
    kills,
    orders,
    accepted: journal.placed.size,
    refused: journal.refused,
    paid,
    deleted,
    expired,
    refunded,
    autoRefunded,
    disputed,
    chargedBack,
    retries: journal.retries,
    rateLimited: journal.rateLimited,
    givenUp: journal.givenUp,
    placingMs: { p50: percentile(0.5), p99: percentile(0.99) },
    seconds: Math.round(seconds * 10) / 10,
    violations: broken.reduce((sum, { count }) => sum + count, 0),
    broken,
  }
}

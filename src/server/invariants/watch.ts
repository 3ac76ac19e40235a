import type { Pool } from 'pg'
import { runExclusively } from '../jobs/run-exclusively.ts'
import type { Shop } from '../shop.ts'
import { checkInvariants } from './check.ts'
import type { Violation } from './invariant.ts'
import { checkPayments, settledWithinMinutes } from './payments-at-provider.ts'

const minute = 60
const hour = 60 * minute

const lately = { name: 'check-invariants-lately', everySeconds: minute, leaseSeconds: minute }
const everything = { name: 'check-invariants', everySeconds: 24 * hour, leaseSeconds: hour }
/** Has no time of its own: payments are compared when they have been reconciled. */
const atProvider = { name: 'check-payments' }
const watched = [lately.name, everything.name, atProvider.name]

/** Ten runs look at each row, so that some may be missed. */
const lookBackSeconds = 10 * minute

type Deps = Pick<Shop, 'config' | 'database' | 'log'>

/** Every minute, on one node: the rows touched lately. */
export const checkLately = ({ config, database: { pool }, log }: Deps) =>
  runExclusively(pool, lately, async () => {
    const sweepSeconds = config.JOB_INTERVAL_SECONDS
    const found = await checkInvariants(pool, { lookBackSeconds, sweepSeconds })
    report(log, found)
    await bringForward(pool, found)
    return found
  })

/** Once a day, on one node: every row there is. */
export const checkEverything = ({ config, database, log }: Deps) =>
  runExclusively(database.pool, everything, async () => {
    const sweepSeconds = config.JOB_INTERVAL_SECONDS
    const found = await database.patiently(({ pool }) => checkInvariants(pool, { sweepSeconds }))
    report(log, found)
    return found
  })

/** Right after the card provider's payments were reconciled with ours: what still differs. */
export async function checkAtProvider({
  database,
  cards,
  log,
}: Pick<Shop, 'database' | 'cards' | 'log'>) {
  const found = await checkPayments(database, cards, { graceMinutes: settledWithinMinutes })
  report(log, found)
  await recordFindings(database.pool, found, 'provider')
}

/** Keeps what a look at all rows, or at the provider's payments, found outside of a job. */
export async function recordFindings(
  pool: Pool,
  found: Violation[],
  where: 'shop' | 'provider' = 'shop',
) {
  const { name } = where === 'shop' ? everything : atProvider
  await pool.query(
    `insert into job_runs (name, due_at, finished_at, outcome)
     values ($1, now() + make_interval(secs => $2), now(), $3)
     on conflict (name) do update
     set due_at = excluded.due_at, finished_at = excluded.finished_at, outcome = excluded.outcome`,
    [name, everything.everySeconds, JSON.stringify(found)],
  )
}

/** How many promises are broken, by the last runs. */
export async function readFindings(pool: Pool) {
  const { rows } = await pool.query<{ checkedAt: Date | null; violations: number }>({
    name: 'findings',
    text: `select max(finished_at) as "checkedAt", count(distinct found ->> 'promise') as violations
      from job_runs left join lateral jsonb_array_elements(outcome) as found on true
      where name = any ($1)`,
    values: [watched],
  })
  const { checkedAt = null, violations = 0 } = rows[0] ?? {}
  return { checkedAt: checkedAt?.toISOString() ?? null, violations }
}

/** The same by promise: how many rows break it. */
export async function findingsByInvariant(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; count: number }>({
    name: 'findings-by-invariant',
    text: `select found ->> 'invariant' as id, max((found ->> 'count')::bigint) as count
      from job_runs cross join lateral jsonb_array_elements(outcome) as found
      where name = any ($1) group by id`,
    values: [watched],
  })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * What is touched no more leaves the short look after ten minutes. The long one keeps it in sight
 * until it is repaired, so news make it due, unless it runs already; and what it has found makes it due
 * every ten minutes, since what had been late may be done by then.
 */
async function bringForward(pool: Pool, found: Violation[]) {
  const promises = found.map(({ promise }) => ({ promise }))
  await pool.query(
    `update job_runs set due_at = now()
     where name = $1 and due_at > now() + make_interval(secs => $3)
       and (not outcome @> $2
         or outcome <> '[]' and finished_at < now() - make_interval(secs => $4))`,
    [everything.name, JSON.stringify(promises), everything.leaseSeconds, lookBackSeconds],
  )
}

function report(log: Shop['log'], found: Violation[]) {
  for (const violation of found) log.error(violation, 'an invariant is broken')
}

import type { Pool } from 'pg'
import { prepared } from '../db/prepared.ts'
import { runExclusively } from '../jobs/run-exclusively.ts'
import type { Shop } from '../shop.ts'
import { checkInvariants, invariants } from './check.ts'
import type { Violation } from './invariant.ts'
import { checkPayments, settledWithinMinutes } from './payments-at-provider.ts'

const minute = 60
const hour = 60 * minute

const recentRows = { name: 'check-invariants-lately', everySeconds: minute, leaseSeconds: minute }
const allRows = { name: 'check-invariants', everySeconds: 24 * hour, leaseSeconds: hour }
/** Not scheduled: runs after each reconciliation of payments. */
const atProvider = { name: 'check-payments' }
const watched = [recentRows.name, allRows.name, atProvider.name]

/** The furthest that a check of recent rows looks back, so that it ends in time after runs that were missed or failed. */
const lookBackSeconds = 10 * minute

/** Between the start of a transaction and its entry in `pg_stat_activity`. */
const overlapSeconds = 5

type Deps = Pick<Shop, 'config' | 'database' | 'log'>

/** Every minute, on one node: the rows changed recently. */
export const checkRecentRows = ({ config, database: { pool }, log }: Deps) =>
  runExclusively(pool, recentRows, async () => {
    const sweepSeconds = config.JOB_INTERVAL_SECONDS
    const { since, until } = await recentScope(pool)
    const found = await checkInvariants(pool, { since, sweepSeconds })
    report(log, found)
    await scheduleFullCheck(pool, found)
    // Violations are found again until the check of all rows has them.
    if (found.length === 0) await setChecked(pool, { name: recentRows.name, until })
    return found
  })

interface RecentScope {
  since: Date
  until: Date
}

const selectScope = prepared<
  RecentScope,
  { name: string; lookBackSeconds: number; overlapSeconds: number }
>(
  'recent-scope',
  (p) => `select
     greatest(checked_until, now() - make_interval(secs => ${p.lookBackSeconds})) as since,
     least(now(), (
       select min(xact_start) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid()
     )) - make_interval(secs => ${p.overlapSeconds}) as until
   from job_runs where name = ${p.name}`,
)

/**
 * From where the last check has seen all rows, to where this one will have: the start of the oldest transaction that is
 * still running. Its rows have the time of its start, and later checks see them.
 */
async function recentScope(pool: Pool): Promise<RecentScope> {
  const { name } = recentRows
  const [scope] = await selectScope(pool, { name, lookBackSeconds, overlapSeconds })
  // The row is that of the claim of this run.
  if (!scope) throw new Error('The run of the check is not claimed')
  return scope
}

const setChecked = prepared<object, { name: string; until: Date }>(
  'checked-until',
  (p) => `update job_runs set checked_until = ${p.until} where name = ${p.name}`,
)

/** Once a day, on one node: all rows. */
export const checkAllRows = ({ config, database, log }: Deps) =>
  runExclusively(database.pool, allRows, async () => {
    const sweepSeconds = config.JOB_INTERVAL_SECONDS
    const found = await database.withoutTimeouts(({ pool }) =>
      checkInvariants(pool, { sweepSeconds }),
    )
    report(log, found)
    return found
  })

/** Reports the differences that remain after a reconciliation with the card provider. */
export async function checkAtProvider({
  database,
  cards,
  log,
}: Pick<Shop, 'database' | 'cards' | 'log'>) {
  const found = await checkPayments(database, cards, { graceMinutes: settledWithinMinutes })
  report(log, found)
  await recordFindings(database.pool, found, 'provider')
}

const storeFindings = prepared<object, { name: string; everySeconds: number; outcome: string }>(
  'store-findings',
  (p) => `insert into job_runs (name, due_at, finished_at, outcome)
   values (${p.name}, now() + make_interval(secs => ${p.everySeconds}), now(), ${p.outcome})
   on conflict (name) do update
   set due_at = excluded.due_at, finished_at = excluded.finished_at, outcome = excluded.outcome`,
)

/** Stores the findings of a check of all rows, or of the provider's payments, that ran outside of a job. */
export async function recordFindings(
  pool: Pool,
  found: Violation[],
  where: 'shop' | 'provider' = 'shop',
) {
  const { name } = where === 'shop' ? allRows : atProvider
  await storeFindings(pool, {
    name,
    everySeconds: allRows.everySeconds,
    outcome: JSON.stringify(found),
  })
}

const selectFindings = prepared<
  { checkedAt: Date | null; violations: number },
  { watched: string[] }
>(
  'findings',
  (p) => `select max(finished_at) as "checkedAt", count(distinct found ->> 'promise') as violations
   from job_runs left join lateral jsonb_array_elements(outcome) as found on true
   where name = any (${p.watched})`,
)

/** Number of violated invariants, by the last runs. */
export async function readFindings(pool: Pool) {
  const [findings] = await selectFindings(pool, { watched })
  const { checkedAt = null, violations = 0 } = findings ?? {}
  return { checkedAt: checkedAt?.toISOString() ?? null, violations }
}

const selectCounts = prepared<{ id: string; count: number }, { watched: string[] }>(
  'findings-by-invariant',
  (p) => `select found ->> 'invariant' as id, max((found ->> 'count')::bigint) as count
   from job_runs cross join lateral jsonb_array_elements(outcome) as found
   where name = any (${p.watched}) group by id`,
)

/** The number of rows that violate each invariant, by the last runs. */
export async function violationsByInvariant(pool: Pool) {
  const rows = await selectCounts(pool, { watched })
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return new Map(invariants.map(({ id }) => [id, counts.get(id) ?? 0]))
}

const makeDue = prepared<
  object,
  { name: string; promises: string; leaseSeconds: number; lookBackSeconds: number }
>(
  'check-all-rows-now',
  (p) => `update job_runs set due_at = now()
   where name = ${p.name} and due_at > now() + make_interval(secs => ${p.leaseSeconds})
     and (not outcome @> ${p.promises}
       or outcome <> '[]' and finished_at < now() - make_interval(secs => ${p.lookBackSeconds}))`,
)

/**
 * Rows that do not change leave the check of recent rows after ten minutes at most. The check of all rows reports
 * them until they are repaired, so a new finding makes it due, unless it is running; and its own
 * findings make it due every ten minutes, since a late job may have caught up.
 */
async function scheduleFullCheck(pool: Pool, found: Violation[]) {
  const promises = found.map(({ promise }) => ({ promise }))
  const { name, leaseSeconds } = allRows
  await makeDue(pool, { name, promises: JSON.stringify(promises), leaseSeconds, lookBackSeconds })
}

function report(log: Shop['log'], found: Violation[]) {
  for (const violation of found) log.error(violation, 'invariant violated')
}

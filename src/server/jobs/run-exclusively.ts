import type { Pool } from 'pg'
import { prepared } from '../db/prepared.ts'

interface Schedule {
  /** The job's key in the database, shared by all nodes. */
  name: string
  everySeconds: number
  /** After this long a run counts as lost with its node, and another node may start it again. */
  leaseSeconds: number
}

const claimJob = prepared<{ startedAt: Date }, { name: string; leaseSeconds: number }>(
  'claim-job',
  (p) => `insert into job_runs (name, due_at)
   select ${p.name}::text, now() + make_interval(secs => ${p.leaseSeconds})
   where not exists (select from job_runs where name = ${p.name} and due_at > now())
   on conflict (name) do update set due_at = excluded.due_at where job_runs.due_at <= now()
   returning now() as "startedAt"`,
)

const finishJob = prepared<
  object,
  { name: string; startedAt: Date; everySeconds: number; outcome: string }
>(
  'finish-job',
  (p) => `update job_runs
   set due_at = ${p.startedAt}::timestamptz + make_interval(secs => ${p.everySeconds}),
     finished_at = now(), outcome = ${p.outcome}
   where name = ${p.name}`,
)

/**
 * Runs the work if it is due, on one node at a time, and stores its result as the job's outcome. True if
 * it ran here. Failed work is due again when its lease ends.
 */
export async function runExclusively(
  pool: Pool,
  { name, everySeconds, leaseSeconds }: Schedule,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const [claim] = await claimJob(pool, { name, leaseSeconds })
  if (!claim) return false
  const outcome = await work()
  await finishJob(pool, { name, ...claim, everySeconds, outcome: JSON.stringify(outcome ?? null) })
  return true
}

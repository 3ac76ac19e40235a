import type { Pool } from 'pg'

interface Schedule {
  /** The job's key in the database, shared by all nodes. */
  name: string
  everySeconds: number
  /** After this long a run counts as lost with its node, and another node may start it again. */
  leaseSeconds: number
}

/**
 * Runs the work if it is due, on one node at a time, and stores its result as the job's outcome. True if
 * it ran here. Failed work is due again when its lease ends.
 */
export async function runExclusively(
  pool: Pool,
  { name, everySeconds, leaseSeconds }: Schedule,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const { rows } = await pool.query<{ startedAt: Date }>({
    name: 'claim-job',
    text: `insert into job_runs (name, due_at)
      select $1::text, now() + make_interval(secs => $2)
      where not exists (select from job_runs where name = $1 and due_at > now())
      on conflict (name) do update set due_at = excluded.due_at where job_runs.due_at <= now()
      returning now() as "startedAt"`,
    values: [name, leaseSeconds],
  })
  const [claim] = rows
  if (!claim) return false
  const outcome = await work()
  await pool.query(
    `update job_runs
     set due_at = $2::timestamptz + make_interval(secs => $3), finished_at = now(), outcome = $4
     where name = $1`,
    [name, claim.startedAt, everySeconds, JSON.stringify(outcome ?? null)],
  )
  return true
}

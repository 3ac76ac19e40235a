import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

const timeoutMs = 60_000

/**
 * Makes the daily comparison with the card provider due and waits for its end: events about disputes may be lost,
 * and nothing else polls them.
 */
export async function reconcileNow(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ at: Date }>(
    `insert into job_runs (name, due_at) values ('reconcile-payments', now())
     on conflict (name) do update set due_at = excluded.due_at returning now() as at`,
  )
  const at = rows[0]?.at ?? new Date()
  for (const started = Date.now(); Date.now() - started < timeoutMs; await sleep(500)) {
    const { rowCount } = await pool.query(
      `select from job_runs where name = 'reconcile-payments' and finished_at >= $1`,
      [at],
    )
    if (rowCount) return
  }
  throw new Error('The payments were not reconciled in time')
}

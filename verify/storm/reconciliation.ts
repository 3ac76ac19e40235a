import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Violation } from '../../src/server/invariants/invariant.ts'
import { violations } from '../violations.ts'

const timeoutMs = 90_000
/** A run that failed is repeated after this time instead of an hour. */
const retryMs = 15_000

/**
 * Makes the daily comparison with the card provider due and waits for its end: events about disputes may be lost,
 * and nothing else polls them.
 */
export async function reconcileNow(pool: Pool, logs: readonly string[]): Promise<Violation[]> {
  const makeDue = async () => {
    const { rows } = await pool.query<{ at: Date }>(
      `insert into job_runs (name, due_at) values ('reconcile-payments', now())
       on conflict (name) do update set due_at = excluded.due_at returning now() as at`,
    )
    return rows[0]?.at ?? new Date()
  }
  const at = await makeDue()
  const isDone = async () => {
    const { rowCount } = await pool.query(
      `select from job_runs where name = 'reconcile-payments' and finished_at >= $1`,
      [at],
    )
    return rowCount === 1
  }
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 500) {
    if (await isDone()) return []
    if (waitedMs > 0 && waitedMs % retryMs === 0) await makeDue()
    await sleep(500)
  }
  return violations(
    'comparison',
    'after the faults the comparison with the card provider succeeds',
    failuresIn(logs),
  )
}

const failuresIn = (logs: readonly string[]) => [
  'it did not end in time',
  ...logs
    .flatMap((log) => readFileSync(log, 'utf8').split('\n'))
    .filter((line) => line.includes('reconcile'))
    .slice(-5),
]

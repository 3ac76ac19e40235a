import type { Pool } from 'pg'
import { invariants } from '../../invariants/check.ts'
import { findingsByInvariant } from '../../invariants/watch.ts'
import { mailAttemptsMax } from '../../services/mail/mail.ts'
import { gauge } from './text.ts'
import type { Family } from './text.ts'

interface Depths {
  mail: number
  events: number
  refunds: number
  holds: number
}

const isUp = (value: 0 | 1) =>
  gauge('shop_database_up', 'Whether the database answers.', [{ value }])

/** What the database says of the whole shop, so that every node tells the same; nothing while it is away. */
export async function measureBooks(pool: Pool): Promise<Family[]> {
  try {
    const [depths, found, runs] = [
      await readDepths(pool),
      await findingsByInvariant(pool),
      await readRuns(pool),
    ]
    return [
      isUp(1),
      gauge(
        'shop_backlog',
        'Work of the whole shop that waits: mail, events of the card provider, refunds, holds that have ended.',
        Object.entries(depths).map(([queue, value]) => ({ labels: { queue }, value })),
      ),
      gauge(
        'shop_invariant_violations',
        'Rows of the whole shop that break a promise about stock, money or rights, as last looked at.',
        invariants.map(({ id }) => ({ labels: { invariant: id }, value: found.get(id) ?? 0 })),
      ),
      gauge(
        'shop_daily_job_finished_timestamp_seconds',
        'When a job that runs on one node of all last ended.',
        runs.map(({ job, finishedAt }) => ({ labels: { job }, value: finishedAt })),
      ),
    ]
  } catch {
    return [isUp(0)]
  }
}

async function readDepths(pool: Pool): Promise<Depths> {
  const { rows } = await pool.query<Depths>({
    name: 'backlog',
    text: `select (select count(*) from outbox
                   where sent_at is null and attempts < ${mailAttemptsMax}) as mail,
                  (select count(*) from webhook_events where processed_at is null) as events,
                  (select count(*) from refunds where refund_id is null) as refunds,
                  (select count(*) from orders where held_until <= now()) as holds`,
  })
  return rows[0] ?? { mail: 0, events: 0, refunds: 0, holds: 0 }
}

async function readRuns(pool: Pool) {
  const { rows } = await pool.query<{ job: string; finishedAt: number }>({
    name: 'job-runs',
    text: `select name as job, extract(epoch from finished_at)::float8 as "finishedAt"
      from job_runs where finished_at is not null order by name`,
  })
  return rows
}

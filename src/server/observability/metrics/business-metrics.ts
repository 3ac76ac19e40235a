import type { Pool } from 'pg'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { prepared } from '../../db/prepared.ts'
import { byLabel, register } from './samples.ts'

/** What the database knows of the whole shop, so that every node reports the same. */
export interface BusinessSources {
  pool: Pick<Pool, 'query'>
  /** A mail that failed as often as this is no longer sent. */
  mailAttemptsMax: number
  /** The number of violations of each invariant, zero included. */
  violations: () => Promise<Iterable<readonly [string, number]>>
}

interface Figures {
  backlog: Iterable<readonly [string, number]>
  violations: Iterable<readonly [string, number]>
  finishedJobs: Iterable<readonly [string, number]>
}

/** Registers the metrics of the whole shop. Returns the function that reads them, for use before each scrape. */
export function registerBusiness(registry: Registry, sources: BusinessSources) {
  let figures: Figures | undefined

  register(registry, Gauge, {
    name: 'shop_database_up',
    help: 'Whether the database responds.',
    read: () => [[{}, figures ? 1 : 0]],
  })
  register(registry, Gauge, {
    name: 'shop_backlog',
    help: 'Waiting work of the whole shop: mail, webhooks, refunds, expired reservations.',
    labelNames: ['queue'],
    read: () => byLabel('queue', figures?.backlog ?? []),
  })
  register(registry, Gauge, {
    name: 'shop_invariant_violations',
    help: 'Rows of the whole shop that violate an invariant, by the last checks.',
    labelNames: ['invariant'],
    read: () => byLabel('invariant', figures?.violations ?? []),
  })
  register(registry, Gauge, {
    name: 'shop_daily_job_finished_timestamp_seconds',
    help: 'End of the last run of a job that runs on one node at a time.',
    labelNames: ['job'],
    read: () => byLabel('job', figures?.finishedJobs ?? []),
  })
  return async () => {
    figures = await readFigures(sources).catch(() => undefined)
  }
}

const readFigures = async (sources: BusinessSources): Promise<Figures> => ({
  backlog: await readBacklog(sources),
  violations: await sources.violations(),
  finishedJobs: await readFinishedJobs(sources),
})

const selectBacklog = prepared<Record<string, number>, { mailAttemptsMax: number }>(
  'backlog',
  (p) => `select
     (select count(*) from outbox where sent_at is null and attempts < ${p.mailAttemptsMax}) as mail,
     (select count(*) from webhook_events where processed_at is null) as webhooks,
     (select count(*) from refunds where refund_id is null) as refunds,
     (select count(*) from orders where held_until <= now()) as reservations`,
)

async function readBacklog({ pool, mailAttemptsMax }: BusinessSources) {
  const [backlog] = await selectBacklog(pool, { mailAttemptsMax })
  return Object.entries(backlog ?? {})
}

const selectJobRuns = prepared<{ job: string; finishedAt: number }>(
  'job-runs',
  () => `select name as job, extract(epoch from finished_at)::float8 as "finishedAt"
   from job_runs where finished_at is not null order by name`,
)

async function readFinishedJobs({ pool }: BusinessSources) {
  const rows = await selectJobRuns(pool)
  return rows.map(({ job, finishedAt }) => [job, finishedAt] as const)
}

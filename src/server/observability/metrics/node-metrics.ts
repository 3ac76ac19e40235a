import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Counts } from './counts.ts'
import { byLabel, register } from './samples.ts'

const breakerStates = { closed: 0, 'half-open': 0.5, open: 1 } as const

/** What this process knows without the database. */
export interface NodeSources {
  version: string
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  counts: Pick<Counts, 'orders' | 'jobs'>
  loadShedding: {
    inProgress: () => Readonly<Record<string, number>>
    waiting: () => Readonly<Record<string, number>>
    shed: () => number
  }
  circuitBreakers: Readonly<Record<string, () => keyof typeof breakerStates>>
  /** Spans by their outcome; only with traces. */
  spans: Readonly<Record<string, number>> | undefined
}

/** Registers the usual metrics of a Node.js process, and the shop's own of this node. */
export function registerNode(registry: Registry, sources: NodeSources) {
  const { version, pool, counts, loadShedding, circuitBreakers, spans } = sources
  collectDefaultMetrics({ register: registry })

  register(registry, Gauge, {
    name: 'shop_build_info',
    help: 'The version of this node; always 1.',
    labelNames: ['version'],
    read: () => [[{ version }, 1]],
  })

  register(registry, Gauge, {
    name: 'shop_database_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'],
    read: () => [
      [{ state: 'busy' }, pool.totalCount - pool.idleCount],
      [{ state: 'idle' }, pool.idleCount],
    ],
  })
  register(registry, Gauge, {
    name: 'shop_database_waiting',
    help: 'Statements that wait for a connection.',
    read: () => [[{}, pool.waitingCount]],
  })
  register(registry, Gauge, {
    name: 'shop_requests_in_progress',
    help: 'Calls and pages in progress, by priority class.',
    labelNames: ['class'],
    read: () => byLabel('class', Object.entries(loadShedding.inProgress())),
  })
  register(registry, Gauge, {
    name: 'shop_requests_waiting',
    help: 'Calls and pages that wait for their turn, by priority class.',
    labelNames: ['class'],
    read: () => byLabel('class', Object.entries(loadShedding.waiting())),
  })
  register(registry, Counter, {
    name: 'shop_requests_shed_total',
    help: 'Calls and pages refused by load shedding.',
    read: () => [[{}, loadShedding.shed()]],
  })
  register(registry, Gauge, {
    name: 'shop_circuit_breaker_open',
    help: 'Whether the circuit breaker of a service is open: 1, or 0.5 while a call tests the service.',
    labelNames: ['service'],
    read: () =>
      Object.entries(circuitBreakers).map(([service, state]) => [
        { service },
        breakerStates[state()],
      ]),
  })
  register(registry, Counter, {
    name: 'shop_orders_total',
    help: 'Changes of orders by this node since it started.',
    labelNames: ['event'],
    read: () => byLabel('event', counts.orders),
  })
  register(registry, Counter, {
    name: 'shop_job_runs_total',
    help: 'Runs of background jobs by this node since it started.',
    labelNames: ['job', 'outcome'],
    read: () =>
      Array.from(counts.jobs).flatMap(([job, { outcomes }]) => [
        [{ job, outcome: 'done' }, outcomes.done],
        [{ job, outcome: 'failed' }, outcomes.failed],
      ]),
  })
  register(registry, Gauge, {
    name: 'shop_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a background job by this node.',
    labelNames: ['job'],
    read: () =>
      Array.from(counts.jobs).flatMap(([job, { succeededAt }]) =>
        succeededAt === undefined ? [] : [[{ job }, succeededAt]],
      ),
  })
  if (!spans) return
  register(registry, Counter, {
    name: 'shop_spans_total',
    help: 'Spans of traces, sent to the collector or dropped.',
    labelNames: ['outcome'],
    read: () => byLabel('outcome', Object.entries(spans)),
  })
}

import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { LoadShedder } from '../../http/limits/load-shedding.ts'
import type { Breaker } from '../../services/circuit-breaker.ts'
import { counter, gauge } from './text.ts'
import type { Family } from './text.ts'

type BreakerState = ReturnType<Breaker['state']>

interface Parts {
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  gate: LoadShedder
  breakers: Readonly<Record<string, () => BreakerState>>
}

const states: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 0.5, open: 1 }
const nanosecondsToSeconds = 1e-9
const microsecondsToSeconds = 1e-6

/** What this process is about: its queues, its event loop and its memory. */
export function measureNode({ pool, gate, breakers }: Parts) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const families = (): Family[] => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const quantiles = [50, 90, 99].map((percent) => ({
      labels: { quantile: percent / 100 },
      value: delay.percentile(percent) * nanosecondsToSeconds,
    }))
    const longest = delay.max * nanosecondsToSeconds
    // From one visit to the next: a node that hung an hour ago does not hang now.
    delay.reset()
    return [
      gauge('shop_database_connections', 'Connections of the pool.', [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ]),
      gauge('shop_database_waiting', 'Statements that wait for a connection.', [
        { value: pool.waitingCount },
      ]),
      gauge(
        'shop_gate_working',
        'Calls and pages at work.',
        Object.entries(gate.inFlight).map(([lane, value]) => ({ labels: { lane }, value })),
      ),
      counter('shop_gate_turned_away_total', 'Calls turned away because too many were at work.', [
        { value: gate.shedTotal },
      ]),
      gauge(
        'shop_breaker_open',
        'Whether an outside service is left alone: 1, or 0.5 while it is tried again.',
        Object.entries(breakers).map(([service, state]) => ({
          labels: { service },
          value: states[state()],
        })),
      ),
      gauge('nodejs_eventloop_delay_seconds', 'Delay of the event loop since the last visit.', [
        ...quantiles,
        { labels: { quantile: 1 }, value: longest },
      ]),
      counter('nodejs_eventloop_busy_seconds_total', 'How long the event loop was busy.', [
        { value: performance.eventLoopUtilization().active / 1000 },
      ]),
      gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: rss }]),
      gauge('nodejs_heap_bytes', 'Memory of the JavaScript engine.', [
        { labels: { kind: 'used' }, value: heapUsed },
        { labels: { kind: 'total' }, value: heapTotal },
        { labels: { kind: 'external' }, value: external },
      ]),
      counter('process_cpu_seconds_total', 'Processor time of the process.', [
        { value: (user + system) * microsecondsToSeconds },
      ]),
      gauge('process_start_time_seconds', 'When the process started.', [
        { value: performance.timeOrigin / 1000 },
      ]),
    ]
  }
  return { families, stop: () => delay.disable() }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { peakMegabytesDuring, residentMegabytes } from '../../rig/process-usage.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import { describeViolations } from '../../verify/violations.ts'
import { sendEvents } from './events.ts'
import type { Responses } from './load.ts'
import { runLoad } from './run-load.ts'
import { startTarget } from './target.ts'
import type { Target } from './target.ts'

const factor = 10
const connections = 500
/** About as many calls as a node works on at a time: its capacity, and its memory then. */
const capacityConnections = 56
/** Orders at the same moment on a quiet node. */
const burst = 500
const seconds = 15

const none: Responses = { perSecond: 0, p50: 0, p99: 0 }

readCommandLine({
  usage: 'npm run overload',
  about: 'Measures goodput, latency and memory of a node under orders at ten times its capacity.',
})
const target = await startTarget()
try {
  process.exitCode = (await measure(target)) ? 0 : 1
} finally {
  await target.close()
}

/** Prints the figures. Returns whether every requirement is met. */
async function measure(target: Target): Promise<boolean> {
  const { orders, url, pid } = target
  const atCapacity = { url, requests: orders, connections: capacityConnections, seconds: 10 }
  await runLoad(atCapacity) // warms up
  const capacity = (await runLoad(atCapacity))['200'] ?? none
  const atOnce = await orderAtOnce(target, burst)
  const list = [{ method: 'GET' as const, path: '/api/products?limit=6' }]
  const reads = (await runLoad({ url, requests: list, connections: 64, seconds: 5 }))['200'] ?? none

  const before = residentMegabytes(pid)
  const rate = factor * capacity.perSecond
  const events = sendEvents(target, seconds)
  const load = runLoad({ url, requests: orders, connections, seconds, rate })
  const peak = await peakMegabytesDuring(pid, load)
  const outcome = await load
  const normalAfterMs = await msUntilNormal(target, 4 * Math.max(capacity.p50, 25))
  const { sent, accepted: acknowledged } = await events
  await sleep(5_000)
  const after = residentMegabytes(pid)
  const violations = describeViolations(await checkInvariants(target.pool))

  const { '200': accepted = none, '503': refused = none, ...others } = outcome
  const required = {
    'a burst on a quiet node is not refused': atOnce.refused === 0,
    'accepted p99 at most 1 s': accepted.p99 <= 1_000,
    'no status other than 200 and 503': Object.keys(others).length === 0,
    'every event of the card provider accepted': acknowledged === sent && sent > 0,
    'memory at most 50 MB above the start': after - before <= 50,
    'normal within 2 s': normalAfterMs <= 2_000,
    'no invariant violated': violations.length === 0,
  }
  // Out of reach with the load generator on the same two cores (docs/performance.md), so not required.
  const desired = {
    'goodput at least 90 % of the capacity': accepted.perSecond >= 0.9 * capacity.perSecond,
    'refused p99 at most 100 ms': refused.p99 <= 100,
  }
  const lines = [
    line('orders at capacity', capacity),
    line('reads at capacity', reads),
    `${burst} orders at once           ${atOnce.refused} refused, all answered after ${atOnce.ms} ms`,
    `offered ${rate} orders per second over ${connections} connections:`,
    ...Object.entries(outcome).map(([status, responses]) => line(`  ${status}`, responses)),
    `kept of the capacity         ${Math.round((100 * accepted.perSecond) / capacity.perSecond)} %`,
    `card provider events         ${acknowledged} of ${sent} accepted`,
    `memory                       ${before} MB before, ${peak} MB during, ${after} MB after`,
    `normal after                 ${normalAfterMs} ms`,
    ...violations,
    ...Object.entries(required).map(([name, ok]) => `${ok ? 'pass' : 'FAIL'}    ${name}`),
    ...Object.entries(desired).map(([name, ok]) => `${ok ? 'met   ' : 'missed'}  ${name}`),
  ]
  for (const text of lines) console.log(text)
  return Object.values(required).every(Boolean)
}

function headersOf(token = '') {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
}

/** Sends so many orders at the same moment, each over a connection of its own. */
async function orderAtOnce({ url, orders }: Target, count: number) {
  const started = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { path, token, body } = orders[index % orders.length] ?? {}
      const request = { method: 'POST', headers: headersOf(token), body: body ?? '' }
      const response = await fetch(`${url}${path}`, request)
      await response.arrayBuffer()
      return response.status
    }),
  )
  return {
    refused: statuses.filter((status) => status !== 200).length,
    ms: Math.round(performance.now() - started),
  }
}

/** Milliseconds until an order is accepted within the given time. */
async function msUntilNormal({ url, orders }: Target, withinMs: number): Promise<number> {
  const started = performance.now()
  const [order] = orders
  for (;;) {
    const sentAt = performance.now()
    const { status } = await fetch(`${url}${order?.path}`, {
      method: 'POST',
      headers: headersOf(order?.token),
      body: order?.body ?? '',
    })
    const now = performance.now()
    if (status === 200 && now - sentAt <= withinMs) return Math.round(now - started)
    await sleep(50)
  }
}

function line(name: string, { perSecond, p50, p99 }: Responses) {
  return `${name.padEnd(28)} ${String(perSecond).padStart(6)}/s   p50 ${p50} ms   p99 ${p99} ms`
}

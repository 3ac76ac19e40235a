import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { orders as endpoints } from '#contract/orders.ts'
import { call } from '../../rig/call.ts'
import { checkInvariants } from '../../src/server/invariants/check.ts'
import type { Person } from '../../rig/buyers.ts'
import { sentences } from './scenario.ts'

interface Target {
  origins: readonly string[]
  buyers: readonly Person[]
  pool: Pool
}

/** What came of the orders that were sent, by second-hand clocks of this process only. */
export interface Tally {
  /** The orders that were acknowledged. */
  placed: string[]
  /** Answers that said: not now. */
  unavailable: number
  /** Anything else: another status, a line that broke in the middle of a request. */
  failed: string[]
  latencies: number[]
}

const balancerMs = 100
const atOnce = 8

/** No other trouble: many buyers, enough stock, reservations that outlast the fault. */
export const steadyShop = (settings: Record<string, string> = {}) => ({
  buyers: 200,
  // One for each buyer at work, so that none waits for another.
  stock: Array.from({ length: atOnce }, () => 1_000_000),
  settings: { ORDER_RESERVATION_MINUTES: '60', JOB_INTERVAL_SECONDS: '0.5', ...settings },
})

/**
 * Buyers who order without pause through a balancer: it asks each node's health ten times a second
 * and goes on to the next when a connection is refused, as balancers do.
 */
export async function startLoad({ origins, buyers, pool }: Target) {
  const orders = await Promise.all(
    Array.from({ length: atOnce }, (_, nth) => orderOfTen(pool, nth)),
  )
  const ended = new AbortController()
  let healthy = [...origins]
  const tally: Tally = { placed: [], unavailable: 0, failed: [], latencies: [] }

  const watchHealth = async () => {
    while (!ended.signal.aborted) {
      const answers = await Promise.all(origins.map(isHealthy))
      healthy = origins.filter((_, index) => answers[index])
      await sleep(balancerMs)
    }
  }

  const send = async (
    order: (typeof orders)[number],
    token: string,
    tried: readonly string[] = [],
  ): Promise<void> => {
    const free = (healthy.length > 0 ? healthy : origins).filter((one) => !tried.includes(one))
    const origin = free[Math.floor(Math.random() * free.length)]
    if (!origin) return void (tally.unavailable += 1)
    const started = performance.now()
    try {
      const request = { body: order }
      const { status, text, body } = await call(origin, endpoints.place, request, {
        token,
        key: randomUUID(),
      })
      if (status === 503) tally.unavailable += 1
      else if (status === 200) {
        tally.placed.push(body.insertedId)
        tally.latencies.push(performance.now() - started)
      } else tally.failed.push(`${status} ${text.slice(0, 300)}`)
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') return send(order, token, [...tried, origin])
      tally.failed.push(`no answer: ${codeOf(error)}`)
    }
  }

  let next = 0
  const buy = async (order: (typeof orders)[number]) => {
    while (!ended.signal.aborted) {
      const buyer = buyers[(next += 1) % buyers.length]
      if (buyer) await send(order, buyer.token)
      await sleep(5) // a moment for the others of this process
    }
  }

  const working = Promise.all([watchHealth(), ...orders.map(buy)])
  return {
    tally,

    /** Waits until another order was acknowledged; how long that took. */
    async untilNextOrder(patienceMs = 60_000): Promise<number> {
      const before = tally.placed.length
      const started = performance.now()
      while (tally.placed.length === before) {
        if (performance.now() - started > patienceMs) throw new Error('Nothing can be ordered')
        await sleep(5)
      }
      return performance.now() - started
    },

    async end(): Promise<Tally> {
      ended.abort()
      await working
      return tally
    },
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/health`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
}

/** What any fault must leave true: no acknowledged order is lost, and the invariants hold. */
export async function brokenPromises(pool: Pool, placed: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as acknowledged (id)
     where not exists (select from orders where orders.id = acknowledged.id)`,
    [placed],
  )
  const lost = rows.length > 0 ? [`${rows.length} acknowledged orders are lost`] : []
  return [...lost, ...sentences(await checkInvariants(pool))]
}

export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
}

const quantity = 10

/** An order of ten of the product with the largest stock, or of the nth after it. */
export async function orderOfTen(pool: Pool, nth = 0) {
  const { rows } = await pool.query<{ id: string; name: string; price: number }>(
    `select id, name, price_cents as price from products
     order by quantity desc, id limit 1 offset $1`,
    [nth],
  )
  const [part] = rows
  if (!part) throw new Error('There are no products')
  const { id: product, name, price } = part
  return { product, name, quantity, price: (price * quantity) / 100 }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { orders as endpoints } from '#contract/orders/orders.ts'
import { call } from '../../rig/call.ts'
import type { Rig } from '../../rig/rig.ts'

export type Load = Awaited<ReturnType<typeof startLoad>>

interface Tally {
  /** Ids of the acknowledged orders. */
  placed: string[]
  /** Responses with 503, and requests that no node accepted. */
  unavailable: number
  /** Responses with another status, and connections that broke during a request. */
  failed: string[]
  latencies: number[]
}

const healthCheckMs = 100
/** Orders in progress at any time. */
export const concurrency = 8
/** A buyer's pause between two orders leaves CPU time to the nodes and to the tests that run at the same time. */
const pauseMs = 25

/**
 * Places orders, as through a load balancer: it checks the readiness of each node ten times a second
 * and tries the next node when a connection is refused.
 */
export async function startLoad({
  nodes: { origins },
  people: { buyers },
  postgres,
}: Pick<Rig, 'nodes' | 'people' | 'postgres'>) {
  const { pool } = postgres.database
  const orders = await Promise.all(
    Array.from({ length: concurrency }, (_, nth) => orderBody(pool, nth)),
  )
  const ended = new AbortController()
  let healthy = [...origins]
  const tally: Tally = { placed: [], unavailable: 0, failed: [], latencies: [] }

  const checkHealth = async () => {
    while (!ended.signal.aborted) {
      const areHealthy = await Promise.all(origins.map(isHealthy))
      healthy = origins.filter((_, index) => areHealthy[index])
      await sleep(healthCheckMs)
    }
  }

  const place = async (
    body: (typeof orders)[number],
    token: string,
    tried: readonly string[] = [],
  ): Promise<void> => {
    const candidates = (healthy.length > 0 ? healthy : origins).filter(
      (origin) => !tried.includes(origin),
    )
    const origin = candidates[Math.floor(Math.random() * candidates.length)]
    if (!origin) return void (tally.unavailable += 1)
    const started = performance.now()
    try {
      const key = randomUUID()
      const response = await call(origin, endpoints.place, { body }, { token, key })
      if (response.status === 503) tally.unavailable += 1
      else if (response.status === 200) {
        tally.placed.push(response.body.insertedId)
        tally.latencies.push(performance.now() - started)
      } else tally.failed.push(`${response.status} ${response.text.slice(0, 300)}`)
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') return place(body, token, [...tried, origin])
      tally.failed.push(`no response: ${codeOf(error)}`)
    }
  }

  let next = 0
  const placeUntilEnded = async (order: (typeof orders)[number]) => {
    while (!ended.signal.aborted) {
      const buyer = buyers[(next += 1) % buyers.length]
      if (buyer) await place(order, buyer.token)
      await sleep(pauseMs)
    }
  }

  const running = Promise.all([checkHealth(), ...orders.map(placeUntilEnded)])
  return {
    tally,

    /** Waits until another order is acknowledged. Returns the milliseconds that it took. */
    async untilNextOrder(timeoutMs = 60_000): Promise<number> {
      const before = tally.placed.length
      const started = performance.now()
      while (tally.placed.length === before) {
        if (performance.now() - started > timeoutMs) throw new Error('No order was accepted')
        await sleep(5)
      }
      return performance.now() - started
    },

    async end(): Promise<Tally> {
      ended.abort()
      await running
      return tally
    },
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/health/ready`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
}

const quantity = 10

/** An order of ten units of the product with the largest stock, or of the nth after it. */
export async function orderBody(pool: Pool, nth = 0) {
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

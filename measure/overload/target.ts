import type { Pool } from 'pg'
import type { Person } from '../../rig/buyers.ts'
import { startRig } from '../../rig/rig.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'

export type Target = Awaited<ReturnType<typeof startTarget>>

const accounts = 200
const parts = 50

/** Starts one node with many customers and ample stock, and prepares an order of each customer. */
export async function startTarget(settings: Readonly<Record<string, string>> = {}) {
  await buildWhenNeeded(() => {})
  const { config, close, nodes, people, postgres } = await startRig({
    nodes: 1,
    buyers: accounts,
    stock: Array<number>(parts).fill(1_000_000),
    settings: { LOG_LEVEL: 'silent', ...settings },
  })
  const { pool } = postgres.database
  const [url = ''] = nodes.origins
  const [pid = 0] = nodes.pids()
  const orders = await orderRequests(pool, people.buyers)
  return { url, pid, pool, postgresPid: postgres.pid, config, close, orders }
}

async function orderRequests(pool: Pool, buyers: readonly Person[]) {
  const { rows } = await pool.query<{ id: string; name: string; price: number }>(
    'select id, name, price_cents as price from products order by id',
  )
  return buyers.map(({ token }, index) => {
    const { id: product, name, price } = rows[index % parts] ?? { id: '', name: '', price: 0 }
    const body = JSON.stringify({ product, name, quantity: 10, price: price / 10 })
    return { method: 'POST' as const, path: '/api/order', token, body }
  })
}

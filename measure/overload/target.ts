import type { Pool } from 'pg'
import { startRig } from '../../rig/rig.ts'
import type { Person } from '../../rig/buyers.ts'
import { buildWhenNeeded } from '../../scripts/build.ts'

const accounts = 200
const parts = 50

/** Starts one node with many customers and more units than they can buy, and an order for each of them. */
export async function startTarget(settings: Readonly<Record<string, string>> = {}) {
  await buildWhenNeeded(() => {})
  const rig = await startRig({
    nodes: 1,
    buyers: accounts,
    stock: Array<number>(parts).fill(1_000_000),
    settings: { LOG_LEVEL: 'silent', ...settings },
  })
  const { config, close, nodes, people, postgres } = rig
  const { pool } = postgres.database
  const [url = ''] = nodes.origins
  const [pid = 0] = nodes.pids()
  return { url, pid, pool, config, close, orders: await makeOrders(pool, people.buyers) }
}

async function makeOrders(pool: Pool, buyers: readonly Person[]) {
  const { rows } = await pool.query<{ id: string; name: string; price: number }>(
    'select id, name, price_cents as price from products order by id',
  )
  return buyers.map(({ token }, index) => {
    const { id: product, name, price } = rows[index % parts] ?? { id: '', name: '', price: 0 }
    const body = JSON.stringify({ product, name, quantity: 10, price: price / 10 })
    return { method: 'POST' as const, path: '/api/order', token, body }
  })
}

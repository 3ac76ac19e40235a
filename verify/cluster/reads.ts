import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { products } from '#contract/products/products.ts'
import { call } from '../../rig/call.ts'
import type { Cluster } from './cluster.ts'
import { until } from './program.ts'

/** Maximum staleness of public reads, including cached responses. */
const staleMsMax = 1_500
/** More than a node that reads from its standby only between two orders would reach. */
const readsMin = 20
/** Longer than a node caches a response. */
const cachedMs = 250

/** Checks that the standby serves public reads, which are stale for a limited time only, and admins' reads never. */
export async function checkReads(cluster: Cluster): Promise<string[]> {
  const { engines, nodes, people } = cluster
  const violations: string[] = []
  const client = new pg.Client(`${(await engines.standby()).url}/shop`)
  await client.connect()
  const countScans = async () => {
    const { rows } = await client.query<{ scans: string }>(
      "select idx_scan + seq_scan as scans from pg_stat_user_tables where relname = 'products'",
    )
    return Number(rows[0]?.scans)
  }
  try {
    const before = await countScans()
    const isUsed = async () => {
      for (const origin of nodes.origins) await list(origin)
      return (await countScans()) >= before + readsMin
    }
    await until('reads of the standby', isUsed, 30_000).catch(() => {
      violations.push('reads: the standby was hardly read under a load of orders')
    })
    for (const isPaused of [false, true]) {
      // A paused standby lags without limit.
      if (isPaused) await client.query('select pg_wal_replay_pause()')
      const id = await addProduct(engines.origin, people.admin.token)
      const addedAt = performance.now()
      await sleep(cachedMs)
      for (const origin of nodes.origins) {
        const [newest] = await list(origin, people.admin.token)
        if (newest?._id !== id) violations.push('reads: an admin did not see a product just added')
      }
      await sleep(Math.max(0, staleMsMax - (performance.now() - addedAt)))
      for (const origin of nodes.origins) {
        const [newest] = await list(origin)
        const state = isPaused ? 'is paused' : 'replicates'
        if (newest?._id !== id)
          violations.push(`reads: public reads were stale while the standby ${state}`)
      }
    }
    return [...new Set(violations)]
  } finally {
    await client.query('select pg_wal_replay_resume()')
    await client.end()
  }
}

const list = async (origin: string, token?: string) =>
  (await call(origin, products.list, { query: { limit: 1, sort: 'newest' } }, { token })).body

async function addProduct(origin: string, token: string): Promise<string> {
  const body = {
    name: `Part ${randomUUID()}`,
    price: 12,
    quantity: 1_000_000,
    description: 'The newest part',
    img: '/parts/door-rubber.svg',
  }
  const added = await call(origin, products.add, { body }, { token, key: randomUUID() })
  if (added.status !== 200) throw new Error(`A product could not be added: ${added.text}`)
  return added.body.insertedId
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { products } from '#contract/products.ts'
import { call } from '../../rig/call.ts'
import type { Cluster } from './cluster.ts'
import { until } from './program.ts'

/** What a change may take to show for those without a token, kept answers included. */
const staleMsMax = 1_500
/** How long a node keeps an answer. */
const keptMs = 250

/** That the standby answers visitors, that none of them sees the past, and no admin a moment of it. */
export async function checkReads(cluster: Cluster): Promise<string[]> {
  const { engines, nodes, people } = cluster
  const broken: string[] = []
  const client = new pg.Client(`${(await engines.standby()).url}/shop`)
  await client.connect()
  const lookUps = async () => {
    const { rows } = await client.query<{ scans: string }>(
      "select idx_scan + seq_scan as scans from pg_stat_user_tables where relname = 'products'",
    )
    return Number(rows[0]?.scans)
  }
  try {
    const before = await lookUps()
    const isAsked = async () => {
      for (const origin of nodes.origins) await list(origin)
      return (await lookUps()) > before
    }
    await until('reads of the standby', isAsked, 30_000).catch(() => {
      broken.push('the standby was never asked')
    })
    for (const isPaused of [false, true]) {
      // A standby that replays nothing any more is as one that lags for ever.
      if (isPaused) await client.query('select pg_wal_replay_pause()')
      const id = await addProduct(engines.origin, people.admin.token)
      const addedAt = performance.now()
      await sleep(keptMs)
      for (const origin of nodes.origins) {
        const [newest] = await list(origin, people.admin.token)
        if (newest?._id !== id) broken.push('an admin did not see what was just added')
      }
      await sleep(Math.max(0, staleMsMax - (performance.now() - addedAt)))
      for (const origin of nodes.origins) {
        const [newest] = await list(origin)
        const which = isPaused ? 'stands still' : 'follows'
        if (newest?._id !== id) broken.push(`visitors saw the past while the standby ${which}`)
      }
    }
    return [...new Set(broken)]
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
    description: 'A part that was added last',
    img: '/parts/door-rubber.svg',
  }
  const added = await call(origin, products.add, { body }, { token, key: randomUUID() })
  if (added.status !== 200) throw new Error(`A product could not be added: ${added.text}`)
  return added.body.insertedId
}

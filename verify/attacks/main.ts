import { setTimeout as sleep } from 'node:timers/promises'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { peakMegabytesDuring, residentMegabytesOfTree } from '../../rig/process-usage.ts'
import { startRig } from '../../rig/rig.ts'
import { quantile } from '../../rig/statistics.ts'
import { readCommandLine } from '../../scripts/command-line.ts'
import { lostOrders } from '../faults/scenario.ts'
import type { AttackName } from './attacks.ts'
import { buyFor, ordersOf } from './buyers.ts'
import type { Purchases } from './buyers.ts'
import { startAttack } from './start-attack.ts'
import { uploadByAdmin, uploadPhotographs } from './upload.ts'

/** The memory of the node and the process that encodes its pictures. */
const megabytesMax = 400
/** Above the memory at rest, a minute after the last attack. */
const megabytesLeftMax = 60
const p99Max = 1_000
const p95MaxBesideSearches = 100
const seconds = 15
const restSeconds = 5
const minuteMs = 60_000

const titles = {
  none: 'no attack',
  unreadLists: '60 unread lists',
  pipelining: '60 × 5,000 pipelined requests',
  slowUploads: '10 slow uploads of an account',
  idleConnections: '5,000 idle connections',
  greedySearches: '12 searches at a time',
} as const satisfies Record<AttackName | 'none', string>

readCommandLine({
  usage: 'npm run attacks',
  about: `Attacks one node from one address while twenty customers a second order from others: ${Object.values(titles).slice(1).join(', ')}.
Afterwards three accounts upload 60 photographs. Takes six minutes.`,
})
await buildWhenNeeded(console.error)
const rig = await startRig({
  nodes: 1,
  buyers: 300,
  stock: Array<number>(37_000).fill(1_000_000),
  settings: { LIMITS: 'on', LIST_ROWS_MAX: '100000', LOG_LEVEL: 'silent' },
})
const violations: string[] = []
try {
  const { nodes, people, postgres } = rig
  const { pool } = postgres.database
  const [pid = 0] = nodes.pids()
  const port = Number(new URL(nodes.origins[0] ?? '').port)
  const shop = { port, buyers: people.buyers, orders: await ordersOf(pool, 50) }
  const placed: string[] = []

  const memory = () => residentMegabytesOfTree(pid)
  const run = async (name: AttackName | 'none') => {
    const attack =
      name === 'none'
        ? undefined
        : await startAttack({ name, target: { port, token: people.buyers[0]?.token ?? '' } })
    const before = memory()
    const work = Promise.all([
      buyFor(seconds, shop),
      uploadByAdmin({ port, token: people.admin.token }),
    ])
    const highest = await peakMegabytesDuring(pid, work)
    const [purchases, upload] = await work
    await attack?.end()
    placed.push(...purchases.placed)
    judge(titles[name], purchases, { upload, highest })
    await sleep(restSeconds * 1000)
    return {
      attack: titles[name],
      orders: purchases.placed.length,
      failed: purchases.failed.length,
      'p50 ms': Math.round(quantile(purchases.latencies, 0.5)),
      'p95 ms': Math.round(quantile(purchases.latencies, 0.95)),
      'p99 ms': Math.round(quantile(purchases.latencies, 0.99)),
      "admin's upload": upload,
      'MB before': before,
      'MB highest': highest,
      'MB after 5 s': memory(),
    }
  }

  const judge = (
    name: string,
    { failed, latencies }: Purchases,
    { upload, highest }: { upload: string; highest: number },
  ) => {
    if (failed.length > 0) violations.push(`${name}: ${failed.length} orders failed: ${failed[0]}`)
    const p99 = Math.round(quantile(latencies, 0.99))
    if (p99 > p99Max) violations.push(`${name}: the p99 of orders was ${p99} ms`)
    const p95 = Math.round(quantile(latencies, 0.95))
    if (name === titles.greedySearches && p95 > p95MaxBesideSearches)
      violations.push(`${name}: the p95 of orders was ${p95} ms`)
    if (upload !== '200') violations.push(`${name}: an admin's upload got ${upload}`)
    if (highest > megabytesMax) violations.push(`${name}: the node took ${highest} MB`)
  }

  const rows = []
  for (const name of Object.keys(titles) as (keyof typeof titles)[]) rows.push(await run(name))
  console.table(rows)
  const accounts = people.buyers.slice(1, 4).map(({ token }) => ({ port, token }))
  const uploading = uploadPhotographs(accounts)
  const highest = await peakMegabytesDuring(pid, uploading)
  const uploaded = await uploading
  console.log(
    `60 uploads of three accounts: ${highest} MB at the most; ${JSON.stringify(uploaded)}`,
  )
  if (highest > megabytesMax) violations.push(`60 uploads: the node took ${highest} MB`)
  if (uploaded['200'] !== 60) violations.push('not all of 60 uploads succeeded')
  const rest = rows[0]?.['MB after 5 s'] ?? Number.NaN
  await sleep(minuteMs - restSeconds * 1000)
  const left = memory()
  console.log(`a minute later ${left} MB`)
  if (left > rest + megabytesLeftMax)
    violations.push(`a minute later the node has ${left} MB, not ${rest}`)
  violations.push(...(await lostOrders(pool, placed)))
} finally {
  await rig.close()
}
for (const violation of violations) console.log(`VIOLATED ${violation}`)
process.exit(violations.length > 0 ? 1 : 0)

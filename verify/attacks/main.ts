import { setTimeout as sleep } from 'node:timers/promises'
import { buildWhenNeeded } from '../../scripts/build.ts'
import { residentMegabytes } from '../../rig/process-usage.ts'
import { startRig } from '../../rig/rig.ts'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import { lostOrders } from '../faults/scenario.ts'
import type { AttackName } from './attacks.ts'
import { buyFor, ordersOf } from './buyers.ts'
import type { Purchases } from './buyers.ts'
import { startAttack } from './start-attack.ts'
import { uploadByAdmin } from './upload.ts'

const megabytesMax = 400
/** Above the memory at rest, a minute after the last attack. */
const megabytesLeftMax = 60
const p99Max = 1_000
const seconds = 15
const restSeconds = 5
const minuteMs = 60_000

const titles = {
  none: 'no attack',
  unreadLists: '60 unread lists',
  pipelining: '60 × 5,000 pipelined requests',
  slowUploads: '10 slow uploads of an account',
  idleConnections: '5,000 idle connections',
} as const satisfies Record<AttackName | 'none', string>

readCommandLine({
  usage: 'npm run attacks',
  about: `Attacks one node from one address while twenty customers a second order from others: ${Object.values(titles).slice(1).join(', ')}.
Takes three minutes.`,
})
await buildWhenNeeded(console.error)
const rig = await startRig({
  nodes: 1,
  buyers: 300,
  stock: Array<number>(20_000).fill(1_000_000),
  settings: { LIMITS: 'on', LIST_ROWS_MAX: '100000', LOG_LEVEL: 'silent' },
})
const broken: string[] = []
try {
  const { nodes, people, postgres } = rig
  const { pool } = postgres.database
  const [pid = 0] = nodes.pids()
  const port = Number(new URL(nodes.origins[0] ?? '').port)
  const shop = { port, buyers: people.buyers, orders: await ordersOf(pool, 50) }
  const placed: string[] = []

  const memory = () => residentMegabytes(pid)
  const highestWhile = async (work: Promise<unknown>) => {
    const seen = [memory()]
    const timer = setInterval(() => seen.push(memory()), 250)
    await work.finally(() => clearInterval(timer))
    return Math.max(...seen)
  }

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
    const highest = await highestWhile(work)
    const [purchases, upload] = await work
    await attack?.end()
    placed.push(...purchases.placed)
    judge(titles[name], purchases, { upload, highest })
    await sleep(restSeconds * 1000)
    return {
      attack: titles[name],
      orders: purchases.placed.length,
      failed: purchases.failed.length,
      'p50 ms': quantile(purchases.latencies, 0.5),
      'p99 ms': quantile(purchases.latencies, 0.99),
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
    if (failed.length > 0) broken.push(`${name}: ${failed.length} orders failed: ${failed[0]}`)
    const p99 = quantile(latencies, 0.99)
    if (p99 > p99Max) broken.push(`${name}: the p99 of orders was ${p99} ms`)
    if (upload !== '200') broken.push(`${name}: an admin's upload got ${upload}`)
    if (highest > megabytesMax) broken.push(`${name}: the node took ${highest} MB`)
  }

  const rows = []
  for (const name of Object.keys(titles) as (keyof typeof titles)[]) rows.push(await run(name))
  console.table(rows)
  const rest = rows[0]?.['MB after 5 s'] ?? Number.NaN
  await sleep(minuteMs - restSeconds * 1000)
  const left = memory()
  console.log(`a minute later ${left} MB`)
  if (left > rest + megabytesLeftMax)
    broken.push(`a minute later the node has ${left} MB, not ${rest}`)
  broken.push(...(await lostOrders(pool, placed)))
} finally {
  await rig.close()
}
for (const sentence of broken) console.log(`BROKEN ${sentence}`)
process.exit(broken.length > 0 ? 1 : 0)

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
}

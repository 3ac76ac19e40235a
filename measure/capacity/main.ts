import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommandLine } from '../../src/server/cli/command-line.ts'
import type { Load } from '../overload/load.ts'
import { runLoad } from '../overload/run-load.ts'
import { startTarget } from '../overload/target.ts'

/**
 * What a call costs in processor time of the node and of the database: what a core of each can do. On a
 * computer that has much else to do it costs more, but not as much more as the clock would say.
 */
const connections = 16
const seconds = 8
const ticksPerSecond = 100

type Target = Awaited<ReturnType<typeof startTarget>>
type Requests = Load['requests']

readCommandLine({
  usage: 'npm run capacity',
  about: 'Measures what a call costs a core of a node and of the database.',
})
process.chdir(join(import.meta.dirname, '../..'))
console.log(
  `${'what'.padEnd(34)}${['per second', 'node ms', 'per core', 'database ms', 'per core'].map((title) => title.padStart(13)).join('')}`,
)
await measureAll('', {}, (target) => {
  const [first] = target.orders
  const hot = target.orders.filter(({ body }) => body === first?.body)
  const ids = target.orders
    .slice(0, 50)
    .map(({ body }) => (JSON.parse(body) as { product: string }).product)
  return {
    'orders of 50 products': target.orders,
    'orders of one product': hot,
    'a product': ids.map((id) => get(`/api/product/${id}`)),
    'a list, kept': [get('/api/products?limit=25')],
    'a page, each another': ids.map((id) => get(`/home?from=${id}`)),
  }
})
await measureAll(', unnamed statements', { DATABASE_PREPARED: 'off' }, ({ orders }) => ({
  'orders of 50 products': orders,
}))

function get(path: string) {
  return { method: 'GET' as const, path }
}

async function measureAll(
  suffix: string,
  settings: Record<string, string>,
  casesOf: (target: Target) => Record<string, Requests>,
) {
  const target = await startTarget(settings)
  try {
    const cases = Object.entries(casesOf(target))
    for (const [, requests] of cases.slice(0, 1)) await load(target, requests)
    for (const [name, requests] of cases) {
      const before = await processorMs(target)
      const count = await load(target, requests)
      const after = await processorMs(target)
      const cells = [count / seconds]
      for (const who of ['node', 'database'] as const) {
        const ms = (after[who] - before[who]) / count
        cells.push(ms, 1000 / ms)
      }
      console.log(
        `${(name + suffix).padEnd(34)}${cells.map((cell) => cell.toFixed(cell < 10 ? 2 : 0).padStart(13)).join('')}`,
      )
    }
  } finally {
    await target.close()
  }
}

/** How many were answered as asked. */
async function load({ url }: Target, requests: Requests): Promise<number> {
  const outcome = await runLoad({ url, requests, connections, seconds })
  return (outcome['200']?.perSecond ?? 0) * seconds
}

async function processorMs({ pid, pool }: Target) {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = await statOf(String(rows[0]?.pid))
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(numbers.map(statOf))
  const family = all.filter((stat) => stat?.parent === backend?.parent)
  return {
    node: (await statOf(String(pid)))?.ms ?? 0,
    database: family.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0),
  }
}

async function statOf(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  return {
    parent: fields[1],
    ms: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
  }
}

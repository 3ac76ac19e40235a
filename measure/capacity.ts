import { readCommandLine } from '../scripts/command-line.ts'
import type { Load } from './overload/load.ts'
import { runLoad } from './overload/run-load.ts'
import { startTarget } from './overload/target.ts'
import type { Target } from './overload/target.ts'
import { cpuMs, cpuMsOfTree } from '../rig/process-usage.ts'

const connections = 16
const seconds = 8

type Requests = Load['requests']

readCommandLine({
  usage: 'npm run capacity',
  about: `Measures the CPU time of each call on a node and on the database, hence the calls per second of one core.
CPU time depends less on other load of the machine than throughput does.`,
})
const columns = ['per second', 'node ms', 'per core', 'database ms', 'per core']
console.log(`${'call'.padEnd(34)}${columns.map((title) => title.padStart(13)).join('')}`)
await measureAll('', {}, ({ orders }) => {
  const [first] = orders
  const ids = orders
    .slice(0, 50)
    .map(({ body }) => (JSON.parse(body) as { product: string }).product)
  return {
    'orders of 50 products': orders,
    'orders of one product': orders.filter(({ body }) => body === first?.body),
    'a product': ids.map((id) => get(`/api/product/${id}`)),
    'a list, cached': [get('/api/products?limit=25')],
    'a page, not cached': ids.map((id) => get(`/home?from=${id}`)),
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
    for (const [, requests] of cases.slice(0, 1)) await load(target, requests) // warms up
    for (const [name, requests] of cases) {
      const before = usage(target)
      const count = await load(target, requests)
      const msPerCall = usage(target).map((ms, index) => (ms - (before[index] ?? 0)) / count)
      const cells = [count / seconds, ...msPerCall.flatMap((ms) => [ms, 1000 / ms])]
      const text = cells.map((cell) => cell.toFixed(cell < 10 ? 2 : 0).padStart(13))
      console.log(`${(name + suffix).padEnd(34)}${text.join('')}`)
    }
  } finally {
    await target.close()
  }
}

/** The number of responses with 200. */
async function load({ url }: Target, requests: Requests): Promise<number> {
  const outcome = await runLoad({ url, requests, connections, seconds })
  return (outcome['200']?.perSecond ?? 0) * seconds
}

/** CPU time of the node and of the database in milliseconds. */
function usage({ pid, postgresPid }: Target) {
  return [cpuMs(pid), cpuMsOfTree(postgresPid)]
}

import { randomUUID } from 'node:crypto'
import { cpuMs, cpuMsOfTree } from '../../rig/process-usage.ts'
import { readCommandLine, refuse } from '../../scripts/command-line.ts'
import { isByPrice } from '../../src/contract/products/products.ts'
import type { ProductSort } from '../../src/contract/products/products.ts'
import { vehicleOf } from '../../src/server/testing/rows/many-fitments.ts'
import { uidOf } from '../../src/server/testing/rows/many-rows.ts'
import { startBenchNodes } from '../bench/bench-nodes.ts'
import type { Node } from '../bench/bench-nodes.ts'
import { loadFitments } from '../bench/loaded-fitments.ts'
import { sizes } from '../bench/sizes.ts'
import { searches } from './searches.ts'

/** The goal for the 95th percentile of an account's answers at 100,000 parts and 10,000 own prices. */
const goalMs = 60

const script = {
  usage: 'npm run bench:own-prices [-- <options>]',
  about:
    'Measures the catalogue by price: the public answers, and those at the prices of an account on a list.',
  options: {
    parts: { type: 'string', default: '100000', about: `products: ${sizes.join(', ')}` },
    own: { type: 'string', default: '10000', about: 'products with a price of their own' },
    rounds: { type: 'string', default: '5', about: 'how often each request is made' },
    reuse: {
      type: 'boolean',
      default: false,
      about: 'keep the loaded database, and use that of the last run',
    },
  },
} as const
const { values } = readCommandLine(script)
const [rounds, own] = [Number(values.rounds), Number(values.own)]
const size = sizes.find((each) => each === Number(values.parts))
if (!(rounds > 0 && own > 0) || !size) refuse(script)

type Query = Record<string, string> & { sort?: ProductSort }

const sorts = ['lowest-price', 'highest-price'] as const
const filters: Query[] = [
  {},
  { kind: 'brakes' },
  { inStock: 'true' },
  { minPrice: '20', maxPrice: '30' },
]
const car = { vehicle: vehicleOf(10) }
const text = (kind: string) => searches[kind]?.map((q) => ({ q })) ?? []

/** By what they ask for. */
const lists: Record<string, Query[]> = {
  list: filters,
  'page 20': filters.map((filter) => ({ ...filter, page: '20' })),
  'for a car': filters.map((filter) => ({ ...filter, ...car })),
  'search, words': text('words'),
  'search, frequent words': text('frequent words'),
  'search for a car': text('words').map((query) => ({ ...query, ...car })),
}

const bench = await startBenchNodes({ keep: values.reuse })
try {
  const node = await bench.node(size)
  await loadFitments(node)
  await putOnList(node, 2)
  const token = await bench.tokenFor(2)
  console.log('in ms                      public: p50, p95, work     own: p50, p95, work')
  let worst = 0
  for (const [title, queries] of Object.entries(lists)) {
    const sorted = queries.flatMap((query) => sorts.map((sort) => ({ ...query, sort })))
    worst = Math.max(worst, await compare(title, sorted, '/products', '/products'))
  }
  const bounds = filters.flatMap((filter) => [
    { ...filter, minPrice: '20', maxPrice: '30' },
    { ...filter, minPrice: '50' },
  ])
  worst = Math.max(worst, await compare('count', bounds, '/products/found', '/found'))
  const forCar = bounds.map((bound) => ({ ...bound, ...car }))
  worst = Math.max(worst, await compare('count for a car', forCar, '/products/found', '/found'))
  console.log(`highest p95 of an account: ${worst.toFixed(1)} ms; the goal is ${goalMs} ms`)
  process.exitCode = worst > goalMs ? 1 : 0

  /** Prints both sides, measured in turn, and returns the 95th percentile of the account. */
  async function compare(title: string, queries: Query[], open: string, ofAccount: string) {
    const asked = queries.filter((each) => isByPrice(each))
    const sides = [
      { path: open, token: undefined, times: [] as number[], work: 0 },
      { path: `/prices${ofAccount}`, token, times: [] as number[], work: 0 },
    ]
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const before = workMs(node)
        for (const query of asked) {
          // An address of its own: no answer is cached.
          const named = new URLSearchParams({ ...query, n: String(round) })
          if (!open.endsWith('found')) named.set('limit', '24')
          const time = await timeOf(`${node.url}/api${side.path}?${named}`, side.token)
          // The first round warms up.
          if (round > 0) side.times.push(time)
        }
        if (round > 0) side.work += workMs(node) - before
      }
    }
    const figures = sides.flatMap(({ times, work }) => {
      times.sort((one, other) => one - other)
      return [at(times, 0.5), at(times, 0.95), work / times.length]
    })
    console.log(title.padEnd(24), ...figures.map((ms) => ms.toFixed(1).padStart(8)))
    return figures[4] ?? 0
  }
} finally {
  await bench.close()
}

/** A list with a percentage and with own prices of products all over the catalogue, some of them without effect. */
async function putOnList({ database }: Node, account: number) {
  await database.withoutTimeouts(async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>(
      'insert into price_lists (name, percent_off) values ($1, 10) returning id',
      [`Measured ${randomUUID()}`],
    )
    await pool.query(
      `insert into list_prices select $1, id, 1, greatest(1, price_cents * (20 + n % 80) / 100)
       from (select id, price_cents, row_number() over (order by id desc) as n from products where archived_at is null) as part
       where n % $2 = 0 limit $3`,
      [rows[0]?.id, Math.max(1, Math.floor((size ?? 0) / own)), own],
    )
    await pool.query('update users set price_list = $1, email_verified = true where uid = $2', [
      rows[0]?.id,
      uidOf(account),
    ])
    await pool.query('vacuum analyze list_prices')
  })
}

/** The processor time of node and database so far, which other work on the computer does not lengthen. */
function workMs({ pid }: Node) {
  return cpuMs(pid) + cpuMsOfTree(bench.postgres.pid)
}

async function timeOf(url: string, token?: string) {
  const started = performance.now()
  const answer = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} is answered with ${answer.status}`)
  return performance.now() - started
}

function at(times: readonly number[], share: number) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

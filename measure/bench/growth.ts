import { emailOf, productId, rareWord } from '../../src/server/testing/rows/many-rows.ts'
import type { Size } from './sizes.ts'
import { requestText } from './request.ts'
import type { Node, BenchNodes } from './bench-nodes.ts'

/** A path whose latency must not grow with the number of rows. */
export interface GrowthPath {
  name: string
  title: string
  /** Distinct URLs, so that the response cache is not measured. */
  paths(rows: Rows): string[]
  caller: 'visitor' | 'admin' | 'customer'
}

/** The rows of a database; shares from 0 to 1 select one. */
interface Rows {
  size: Size
  productAt(share: number): string
  orderAt(share: number): string
}

/** The maximum factor of the p99 from the smallest to the largest size. */
export const growthMax = 2

const many = 400
const range = Array.from({ length: many }, (_, index) => index / many)
const terms = (list: readonly string[], path: (term: string, share: number) => string) =>
  range.map((share, index) => path(encodeURIComponent(list[index % list.length] ?? ''), share))

/** Page numbers from 1 to the last, repeated. */
const numbered = (path: (page: number) => string, last: number) =>
  range.map((_, index) => path(1 + (index % last)))

const common = ['brake', 'front left', 'rear', 'salt and heat', 'pump']
const mistyped = ['tailight', 'alternater', 'brkae', 'sparkplug', 'radiater']
const short = ['br', 'fr', 'a', '7', 'ap', 'zq', 'x', 'oi', 'q9', 'wi']

export const growthPaths: GrowthPath[] = [
  {
    name: 'pages',
    title: 'catalogue, any page of 24',
    caller: 'visitor',
    paths: ({ productAt }) =>
      range.map((share) => `/api/products?limit=24&after=${productAt(share)}`),
  },
  {
    name: 'newest',
    title: 'catalogue, newest first, any page of 24',
    caller: 'visitor',
    paths: ({ productAt }) =>
      range.map((share) => `/api/products?limit=24&sort=newest&after=${productAt(1 - share)}`),
  },
  {
    name: 'pages-numbered',
    title: 'catalogue, one of the first 40 numbered pages of 20 to 29',
    caller: 'visitor',
    paths: () =>
      range.map((share, index) => {
        const limit = 20 + Math.floor(share * 10)
        return `/api/products?limit=${limit}&page=${1 + (index % 40)}`
      }),
  },
  {
    name: 'filters',
    title: 'catalogue, a category in stock by price, one of the first 10 pages',
    caller: 'visitor',
    paths: () =>
      numbered(
        (page) =>
          `/api/products?limit=24&kind=brakes&inStock=true&sort=lowest-price&minPrice=${page}&page=${1 + (page % 10)}`,
        many,
      ),
  },
  {
    name: 'search-common',
    title: 'catalogue, search for a common word',
    caller: 'visitor',
    paths: ({ productAt }) =>
      terms(
        common,
        (q, share) => `/api/products?limit=24&sort=oldest&q=${q}&after=${productAt(share / 2)}`,
      ),
  },
  {
    name: 'search-best',
    title: 'catalogue, best matches for a common word',
    caller: 'visitor',
    paths: () =>
      terms(common, (q, share) => `/api/products?limit=${20 + Math.floor(share * 10)}&q=${q}`),
  },
  {
    name: 'search-typo',
    title: 'suggestions for a word with wrong letters',
    caller: 'visitor',
    paths: () => terms(mistyped, (q, share) => `/api/products/suggestions?q=${q}&n=${share}`),
  },
  {
    name: 'search-number',
    title: 'catalogue, search for one part number',
    caller: 'visitor',
    paths: ({ size }) =>
      range.map((share) => {
        const number = String(1 + Math.floor(share * size)).padStart(7, '0')
        return `/api/products?limit=24&q=AP-${number}`
      }),
  },
  {
    name: 'search-rare',
    title: 'catalogue, search for a rare word',
    caller: 'visitor',
    paths: ({ productAt }) =>
      range.map(
        (share) => `/api/products?limit=24&sort=oldest&q=${rareWord}&after=${productAt(share / 2)}`,
      ),
  },
  {
    name: 'search-nothing',
    title: 'catalogue, search without results',
    caller: 'visitor',
    paths: () => range.map((share) => `/api/products?limit=24&q=nothing${share}`),
  },
  {
    name: 'search-short',
    title: 'catalogue, search for one or two characters',
    caller: 'visitor',
    paths: ({ productAt }) =>
      terms(
        short,
        (q, share) => `/api/products?limit=24&sort=oldest&q=${q}&after=${productAt(share / 2)}`,
      ),
  },
  {
    name: 'orders',
    title: 'all orders, any page of 50',
    caller: 'admin',
    paths: ({ orderAt }) => range.map((share) => `/api/order?limit=50&after=${orderAt(1 - share)}`),
  },
  {
    name: 'orders-tabs',
    title: 'all orders of a status, one of the first 10 numbered pages',
    caller: 'admin',
    paths: () =>
      numbered((page) => {
        const tab = ['all', 'to-ship', 'shipped', 'not-paid'][page % 4]
        return `/api/order?limit=50&tab=${tab}&sort=order&direction=desc&page=${page}`
      }, 10),
  },
  {
    name: 'orders-counts',
    title: 'number of orders of each status that a search finds',
    caller: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/manage/orders/counts?q=${emailOf(1 + Math.floor(share * size))}`),
  },
  {
    name: 'orders-search',
    title: 'all orders, search for an e-mail address',
    caller: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/order?limit=50&q=${emailOf(1 + Math.floor(share * size))}`),
  },
  {
    name: 'orders-mine',
    title: 'orders of a frequent customer, any page of 50',
    caller: 'customer',
    paths: ({ orderAt }) =>
      range.map(
        (share) => `/api/singleOrder?limit=50&email=${emailOf(1)}&after=${orderAt(1 - share / 10)}`,
      ),
  },
  {
    name: 'users',
    title: 'all accounts, search for an e-mail address',
    caller: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/user?limit=50&q=${emailOf(1 + Math.floor(share * size))}`),
  },
]

/** Writes the requests of a path for a database of this size. */
export async function requestsFor(
  bench: BenchNodes,
  node: Node,
  size: Size,
  { name, caller, paths }: GrowthPath,
) {
  const ids = await sampleOrders(node)
  const rows: Rows = {
    size,
    productAt: (share) => productId(size, Math.max(1, Math.ceil(share * size))),
    orderAt: (share) => ids[Math.min(ids.length - 1, Math.floor(share * ids.length))] ?? '',
  }
  // The first account is the admin and the most frequent customer.
  const token = caller === 'visitor' ? undefined : await bench.tokenFor(1)
  const list = paths(rows).map((path) => requestText({ path, token }))
  return bench.writeRequests(`${name}-${size}`, list)
}

/** A thousand ids, evenly distributed over all orders. */
async function sampleOrders({ database }: Node): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as n, count(*) over () as total
       from orders) as numbered where n % greatest(1, total / 1000) = 0 order by id`,
  )
  return rows.map(({ id }) => id)
}

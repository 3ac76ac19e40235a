import { emailOf, productId, rareWord } from '../../src/server/testing/many-rows.ts'
import type { Size } from './sizes.ts'
import { requestText } from './request.ts'
import type { Node, BenchNodes } from './bench-nodes.ts'

/** A path that must not become slower with the number of rows. */
export interface Growing {
  name: string
  title: string
  /** Different addresses, so that no answer that is kept for a moment serves the next call. */
  paths(about: About): string[]
  as: 'anybody' | 'admin' | 'regular'
}

interface About {
  size: Size
  productAt(share: number): string
  orderAt(share: number): string
}

/** The largest growth of the p99 from the least rows to the most. */
export const growthMax = 2

const many = 400
const range = Array.from({ length: many }, (_, index) => index / many)
const terms = (list: readonly string[], path: (term: string, share: number) => string) =>
  range.map((share, index) => path(encodeURIComponent(list[index % list.length] ?? ''), share))

/** Page after page up to the last, and again from the first. */
const numbered = (path: (page: number) => string, last: number) =>
  range.map((_, index) => path(1 + (index % last)))

const common = ['brake', 'front left', 'rear', 'salt and heat', 'pump']
const short = ['br', 'fr', 'a', '7', 'ap', 'zq', 'x', 'oi', 'q9', 'wi']

export const growing: Growing[] = [
  {
    name: 'pages',
    title: 'catalogue, any page of 24',
    as: 'anybody',
    paths: ({ productAt }) =>
      range.map((share) => `/api/products?limit=24&after=${productAt(share)}`),
  },
  {
    name: 'newest',
    title: 'catalogue, newest first, any page of 24',
    as: 'anybody',
    paths: ({ productAt }) =>
      range.map((share) => `/api/products?limit=24&sort=newest&after=${productAt(1 - share)}`),
  },
  {
    name: 'pages-numbered',
    title: 'catalogue, one of the first forty pages of 20 to 29 by its number',
    as: 'anybody',
    paths: () =>
      range.map((share, index) => {
        const limit = 20 + Math.floor(share * 10)
        return `/api/products?limit=${limit}&page=${1 + (index % 40)}`
      }),
  },
  {
    name: 'filters',
    title: 'catalogue, a kind in stock by price, one of the first ten pages',
    as: 'anybody',
    paths: () =>
      numbered(
        (page) =>
          `/api/products?limit=24&kind=brakes&inStock=true&sort=lowest-price&minPrice=${page}&page=${1 + (page % 10)}`,
        many,
      ),
  },
  {
    name: 'search-common',
    title: 'catalogue, search for what many have',
    as: 'anybody',
    paths: ({ productAt }) =>
      terms(common, (q, share) => `/api/products?limit=24&q=${q}&after=${productAt(share / 2)}`),
  },
  {
    name: 'search-number',
    title: 'catalogue, search for one part number',
    as: 'anybody',
    paths: ({ size }) =>
      range.map((share) => {
        const number = String(1 + Math.floor(share * size)).padStart(7, '0')
        return `/api/products?limit=24&q=AP-${number}`
      }),
  },
  {
    name: 'search-rare',
    title: 'catalogue, search for a word that few have',
    as: 'anybody',
    paths: ({ productAt }) =>
      range.map((share) => `/api/products?limit=24&q=${rareWord}&after=${productAt(share / 2)}`),
  },
  {
    name: 'search-nothing',
    title: 'catalogue, search for what nothing has',
    as: 'anybody',
    paths: () => range.map((share) => `/api/products?limit=24&q=nothing${share}`),
  },
  {
    name: 'search-short',
    title: 'catalogue, search for one or two characters',
    as: 'anybody',
    paths: ({ productAt }) =>
      terms(short, (q, share) => `/api/products?limit=24&q=${q}&after=${productAt(share / 2)}`),
  },
  {
    name: 'orders',
    title: 'all orders, any page of 50',
    as: 'admin',
    paths: ({ orderAt }) => range.map((share) => `/api/order?limit=50&after=${orderAt(1 - share)}`),
  },
  {
    name: 'orders-tabs',
    title: 'all orders in a state, one of the first ten pages by its number',
    as: 'admin',
    paths: () =>
      numbered((page) => {
        const tab = ['all', 'to-ship', 'shipped', 'not-paid'][page % 4]
        return `/api/order?limit=50&tab=${tab}&sort=order&direction=desc&page=${page}`
      }, 10),
  },
  {
    name: 'orders-counts',
    title: 'how many orders a search finds in each state',
    as: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/manage/orders/counts?q=${emailOf(1 + Math.floor(share * size))}`),
  },
  {
    name: 'orders-search',
    title: 'all orders, search for an address',
    as: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/order?limit=50&q=${emailOf(1 + Math.floor(share * size))}`),
  },
  {
    name: 'orders-mine',
    title: "a regular's orders, any page of 50",
    as: 'regular',
    paths: ({ orderAt }) =>
      range.map(
        (share) => `/api/singleOrder?limit=50&email=${emailOf(1)}&after=${orderAt(1 - share / 10)}`,
      ),
  },
  {
    name: 'users',
    title: 'all accounts, search for an address',
    as: 'admin',
    paths: ({ size }) =>
      range.map((share) => `/api/user?limit=50&q=${emailOf(1 + Math.floor(share * size))}`),
  },
]

/** The requests of a path for a shop of some size. */
export async function requestsFor(
  bench: BenchNodes,
  node: Node,
  size: Size,
  { name, as, paths }: Growing,
) {
  const ids = await someOrders(node)
  const about: About = {
    size,
    productAt: (share) => productId(size, Math.max(1, Math.ceil(share * size))),
    orderAt: (share) => ids[Math.min(ids.length - 1, Math.floor(share * ids.length))] ?? '',
  }
  // The first account is the admin, and the first of the regulars.
  const token = as === 'anybody' ? undefined : await bench.tokenFor(1)
  const list = paths(about).map((path) => requestText({ path, token }))
  return bench.writeRequests(`${name}-${size}`, list)
}

/** A thousand ids, evenly through all orders. */
async function someOrders({ database }: Node): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as n, count(*) over () as total
       from orders) as numbered where n % greatest(1, total / 1000) = 0 order by id`,
  )
  return rows.map(({ id }) => id)
}

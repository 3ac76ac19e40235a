import type { JWK } from 'jose'
import { findUsers } from '../../src/server/http/access.ts'
import { selectProduct } from '../../src/server/features/products/queries.ts'
import { emailOf, productId } from '../../src/server/testing/rows/many-rows.ts'
import { random } from './sizes.ts'
import type { Size } from './sizes.ts'
import type { LimitSettings } from './limit.ts'
import type { orderLimit } from './pgbench.ts'
import { placedOrders } from './placed-orders.ts'
import { fetchRaw, requestText, withoutLength } from './request.ts'
import type { Node, Server, BenchNodes } from './bench-nodes.ts'
import { vehicleLists } from './vehicle-list.ts'

/** A path of the shop and the limit of this runtime and database for the same response. */
export interface Comparison {
  name: string
  title: string
  limitTitle: string
  /** The required ratio; undefined for a row without a goal. */
  goal: number | undefined
  size: Size
  /** Prepares the requests and the limit that responds with the same. */
  prepare(bench: BenchNodes, node: Node): Promise<{ requests: string; limit: Limit }>
  /** Tables: each response adds a row to one of them. */
  writes?: readonly ('orders' | 'least_orders')[]
}

/** A server gets the same requests as the shop, unless it has its own. */
export type Limit =
  | { kind: 'server'; server: Server; requests?: string }
  | Awaited<ReturnType<typeof orderLimit>>

const fromMemory = 'plain node:http sending the same bytes and headers from memory'
const callers = 1_000
const paths = 100_000

export const comparisons: Comparison[] = [
  {
    name: 'list-6',
    title: 'GET /api/products?limit=6',
    limitTitle: fromMemory,
    goal: 0.8,
    size: 1_000,
    prepare: (bench, node) => sameFromMemory(bench, node, 'list-6', '/api/products?limit=6'),
  },
  {
    name: 'list-1000',
    title: 'GET /api/products, 1,000 of them',
    limitTitle: fromMemory,
    goal: 0.8,
    size: 1_000,
    prepare: (bench, node) => sameFromMemory(bench, node, 'list-1000', '/api/products'),
  },
  {
    name: 'home',
    title: "Home's HTML",
    limitTitle: fromMemory,
    goal: 0.75,
    size: 1_000,
    prepare: (bench, node) => sameFromMemory(bench, node, 'home', '/'),
  },
  {
    name: 'product',
    title: 'GET /api/product/{id}, random of 1,000,000',
    limitTitle: 'plain node:http and one prepared SELECT',
    goal: 0.75,
    size: 1_000_000,
    async prepare(bench, node) {
      const requests = Array.from({ length: paths }, () =>
        requestText({ path: productPath(random(1_000_000)) }),
      )
      const limit = await sameFromDatabase(bench, node, productPath(1), undefined, (headers) => ({
        kind: 'product',
        headers,
        databaseUrl: node.databaseUrl,
        statement: selectProduct.text,
      }))
      return { requests: bench.writeRequests('product', requests), limit }
    },
  },
  {
    name: 'vehicle-list',
    title: 'GET /api/products of a kind by price for a car, of 100,000 with 1,000,000 fitments',
    limitTitle: 'the same without a car',
    goal: 0.35,
    size: 100_000,
    prepare: vehicleLists,
  },
  {
    ...placedOrders('order'),
    title: 'POST /api/order, signed in',
    limitTitle: 'pgbench -M prepared, the same statements, 32 clients',
    goal: 0.45,
  },
  {
    ...placedOrders('order-least'),
    title: 'POST /api/order, signed in',
    limitTitle: 'pgbench -M prepared, one plain statement that takes units and inserts a row',
    goal: 0.3,
  },
  {
    ...placedOrders('order-40'),
    title: 'POST /api/quickOrder/place, 40 lines, signed in',
    limitTitle: 'pgbench -M prepared, the same statements, 32 clients',
    goal: 0.6,
  },
  ...[false, true].map((cachesTokens): Comparison => ({
    name: cachesTokens ? 'caller-remembered' : 'caller',
    title: 'authorisation of a call, GET /api/admin/{email}',
    limitTitle: cachesTokens
      ? 'plain node:http, a cache of verified tokens, and one prepared SELECT'
      : 'plain node:http, verification of the same token, and one prepared SELECT',
    goal: cachesTokens ? undefined : 0.75,
    size: 1_000_000,
    async prepare(bench, node) {
      const tokens = await Promise.all(
        Array.from({ length: callers }, (_, n) => bench.tokenFor(n + 2)),
      )
      const requests = tokens.map((token, index) =>
        requestText({ path: adminPath(index + 2), token }),
      )
      const limit = await sameFromDatabase(bench, node, adminPath(2), tokens[0], (headers) => ({
        kind: 'caller',
        headers,
        databaseUrl: node.databaseUrl,
        statement: findUsers.text,
        publicKey: publicPart(bench.publicKey),
        cachesTokens,
      }))
      return { requests: bench.writeRequests('caller', requests), limit }
    },
  })),
]

const productPath = (n: number) => `/api/product/${productId(1_000_000, n)}`
const adminPath = (n: number) => `/api/admin/${emailOf(n)}`

const publicPart = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK

async function sameFromMemory(bench: BenchNodes, node: Node, name: string, path: string) {
  const response = await fetchRaw(node.url, { path })
  const body = response.body.toString('base64')
  const server = await bench.limit({ kind: 'memory', headers: response.headers, body })
  await expectSame(node, server, path)
  const requests = bench.writeRequests(name, [requestText({ path })])
  return { requests, limit: { kind: 'server' as const, server } }
}

async function sameFromDatabase(
  bench: BenchNodes,
  node: Node,
  path: string,
  token: string | undefined,
  settingsFor: (headers: string[]) => LimitSettings,
) {
  const response = await fetchRaw(node.url, { path, token })
  const server = await bench.limit(settingsFor(withoutLength(response.headers)))
  await expectSame(node, server, path, token)
  return { kind: 'server' as const, server }
}

/**
 * Checks that both sides send the same headers, length and values. A page contains its time of rendering, so its
 * compressed bytes and its ETag differ.
 */
async function expectSame(node: Server, limit: Server, path: string, token?: string) {
  const [shop, plain] = await Promise.all(
    [node, limit].map(({ url }) => fetchRaw(url, { path, token })),
  )
  const isSame =
    shop?.status === 200 &&
    plain?.status === 200 &&
    JSON.stringify(sorted(shop.headers)) === JSON.stringify(sorted(plain.headers)) &&
    isSameBody(shop.body, plain.body)
  if (!isSame)
    throw new Error(`${path}: the shop sends ${describe(shop)}, the limit ${describe(plain)}`)
}

const sorted = (headers: readonly string[]) =>
  headers
    .flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))
    .filter((line) => !line.startsWith('etag') && !line.startsWith('content-length'))
    .toSorted()

const openingBrace = 0x7b

const fieldsOf = (body: Buffer) =>
  Object.entries(JSON.parse(body.toString()) as object).toSorted(([x], [y]) => (x < y ? -1 : 1))

/** The order of the fields may differ. */
function isSameBody(a: Buffer, b: Buffer) {
  if (a.equals(b)) return true
  if (a[0] !== openingBrace) return Math.abs(a.length - b.length) < 32
  return a.length === b.length && JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b))
}

const describe = (response: Awaited<ReturnType<typeof fetchRaw>> | undefined) =>
  response &&
  `${response.status} ${response.headers.join(' ')} ${response.body.toString('latin1', 0, 300)}`

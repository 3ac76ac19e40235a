import type { JWK } from 'jose'
import { findUser } from '../../src/server/http/access.ts'
import { selectProduct } from '../../src/server/features/products/queries.ts'
import { emailOf, priceCents, productId } from '../../src/server/testing/many-rows.ts'
import type { Size } from './sizes.ts'
import type { LimitSettings } from './limit.ts'
import { orderLimit } from './pgbench.ts'
import { ask, requestText, withoutLength } from './request.ts'
import type { Node, Server, BenchNodes } from './bench-nodes.ts'

/** One path of the shop beside the fastest that this runtime and database can do for it. */
export interface Comparison {
  name: string
  title: string
  limitTitle: string
  /** The least ratio; without one the row is there to compare with. */
  goal: number | undefined
  size: Size
  /** The requests, and what answers the same at the limit. */
  prepare(bench: BenchNodes, node: Node): Promise<{ requests: string; limit: Limit }>
  /** Every answer leaves one of these behind. */
  writes?: 'orders'
}

export type Limit = { kind: 'server'; server: Server } | Awaited<ReturnType<typeof orderLimit>>

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
    name: 'order',
    title: 'POST /api/order, signed in',
    limitTitle: 'pgbench -M prepared, the same statements, 32 clients',
    goal: 0.45,
    size: 1_000_000,
    writes: 'orders',
    async prepare(bench, node) {
      const tokens = await Promise.all(
        Array.from({ length: callers }, (_, n) => bench.tokenFor(n + 2)),
      )
      const requests = Array.from({ length: paths }, (_, index) =>
        orderOf(random(1_000_000), tokens[index % callers]),
      )
      const limit = await orderLimit({
        folder: bench.folder,
        databaseUrl: node.databaseUrl,
        callers,
      })
      return { requests: bench.writeRequests('order', requests), limit }
    },
  },
  ...[false, true].map((remembers): Comparison => ({
    name: remembers ? 'caller-remembered' : 'caller',
    title: 'verify and read of an authorised call, GET /api/admin/{email}',
    limitTitle: remembers
      ? 'plain node:http, a token remembered once verified, and one prepared SELECT'
      : 'plain node:http, verify of the same token, and one prepared SELECT',
    goal: remembers ? undefined : 0.75,
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
        statement: findUser.text,
        publicKey: publicPart(bench.publicKey),
        remembers,
      }))
      return { requests: bench.writeRequests('caller', requests), limit }
    },
  })),
]

const productPath = (n: number) => `/api/product/${productId(1_000_000, n)}`
const adminPath = (n: number) => `/api/admin/${emailOf(n)}`

const random = (max: number) => 1 + Math.floor(Math.random() * max)

const publicPart = ({ kty, crv, x, y }: JWK) => ({ kty, crv, x, y }) as JWK

/** Ten units of the n-th product. */
function orderOf(n: number, token: string | undefined) {
  const body = JSON.stringify({
    product: productId(1_000_000, n),
    name: `Part ${n}`,
    quantity: 10,
    price: (priceCents(n) * 10) / 100,
  })
  return requestText({ method: 'POST', path: '/api/order', token, body, keyed: true })
}

async function sameFromMemory(bench: BenchNodes, node: Node, name: string, path: string) {
  const answer = await ask(node.url, { path })
  const body = answer.body.toString('base64')
  const server = await bench.limit({ kind: 'memory', headers: answer.headers, body })
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
  const answer = await ask(node.url, { path, token })
  const server = await bench.limit(settingsFor(withoutLength(answer.headers)))
  await expectSame(node, server, path, token)
  return { kind: 'server' as const, server }
}

/**
 * Both sides send the same: every header and as many bytes, and the same values. A page tells when
 * it was made, which shows in its compressed bytes and its tag.
 */
async function expectSame(node: Server, limit: Server, path: string, token?: string) {
  const [shop, plain] = await Promise.all([node, limit].map(({ url }) => ask(url, { path, token })))
  const isSame =
    shop?.status === 200 &&
    plain?.status === 200 &&
    JSON.stringify(sorted(shop.headers)) === JSON.stringify(sorted(plain.headers)) &&
    isSameBody(shop.body, plain.body)
  if (!isSame)
    throw new Error(`${path} answers ${describe(shop)}, and at the limit ${describe(plain)}`)
}

const sorted = (headers: readonly string[]) =>
  headers
    .flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []))
    .filter((line) => !line.startsWith('etag') && !line.startsWith('content-length'))
    .toSorted()

const openingBrace = 0x7b

const fieldsOf = (body: Buffer) =>
  Object.entries(JSON.parse(body.toString()) as object).toSorted(([x], [y]) => (x < y ? -1 : 1))

/** Fields may come in another order. */
function isSameBody(a: Buffer, b: Buffer) {
  if (a.equals(b)) return true
  if (a[0] !== openingBrace) return Math.abs(a.length - b.length) < 32
  return a.length === b.length && JSON.stringify(fieldsOf(a)) === JSON.stringify(fieldsOf(b))
}

const describe = (answer: Awaited<ReturnType<typeof ask>> | undefined) =>
  answer && `${answer.status} ${answer.headers.join(' ')} ${answer.body.toString('latin1', 0, 300)}`

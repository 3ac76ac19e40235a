import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { readsFor } from '../db/replica/read-replica.ts'
import type { Queries } from '../db/replica/read-replica.ts'
import type { Gate } from './limits/load-shedding.ts'
import { sendKept } from './edge/response-cache.ts'
import type { Fresh } from './edge/response-cache.ts'
import type { Shop } from '../shop.ts'

/** Up to this many rows a list is one piece of text; a longer one is streamed. */
const shortList = 1000

/** Rows of a page by number where nobody says how many. */
const numberedPage = 25

const json = { 'content-type': 'application/json; charset=utf-8' }

type Page = { after?: string | undefined; limit: number }

export interface List<Row> {
  e: Endpoint
  /** As asked, for the link to the next page. */
  url: string
  query: PageQuery & { page?: number | undefined }
  /** Loads the rows that follow the one with the key `after`. */
  load(page: Page): Promise<Row[]>
}

type Keyed = { _id: string }

/** Sends one page when `limit` is given, else everything, in constant memory. */
export async function sendList<Row extends Keyed>(
  reply: FastifyReply,
  gate: Gate,
  list: List<Row>,
) {
  const short = await shortAnswer(list)
  return short ? reply.headers(short.headers).send(short.body) : sendStream(reply, gate, list)
}

type PublicEndpoint = Endpoint & { access: 'public' }

interface PublicList<Row> extends Omit<List<Row>, 'load'> {
  e: PublicEndpoint
  load(page: Page, from: Queries): Promise<Row[]>
}

/** Sends a page that was read by its number: how many there are is asked for apart. */
export const sendPage = <Row extends Keyed>(reply: FastifyReply, e: Endpoint, rows: Row[]) =>
  reply.headers(json).send(serialize(e, rows))

/** Like sendList, for a public list: a short answer is made once for everybody who asks within a moment. */
export async function sendPublicList<Row extends Keyed>(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: PublicReads,
  publicList: PublicList<Row>,
) {
  const reads = readsFor(request, shop.reads)
  const load = (page: Page) => reads.run((from) => publicList.load(page, from))
  const list: List<Row> = { ...publicList, load }
  const answer = await publicAnswer(request, shop, list.e, () => shortAnswer(list))
  if (answer) return sendKept(request, reply, answer)
  // What is too long to be kept is read anew for each caller.
  shop.gate.enter()
  return sendStream(reply, shop.gate, list)
}

/** The same for a public answer that is no list. */
export async function sendPublicAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: PublicReads,
  { e, load }: { e: PublicEndpoint; load: (from: Queries) => Promise<unknown> },
) {
  const reads = readsFor(request, shop.reads)
  const answer = await publicAnswer(request, shop, e, async () => ({
    headers: json,
    body: serialize(e, await reads.run(load)),
  }))
  return answer ? sendKept(request, reply, answer) : reply
}

type PublicReads = Pick<Shop, 'kept' | 'gate' | 'reads'>

function publicAnswer(
  request: FastifyRequest,
  { kept, gate, reads }: PublicReads,
  { limit = 'reads', path }: Endpoint,
  make: () => Promise<Fresh | undefined>,
) {
  const { url } = request
  const key = readsFor(request, reads) === reads ? url : `of the primary ${url}`
  return kept.get(key, { limit, route: `/api${path}` }, () => {
    gate.enter()
    return make()
  })
}

/** One page, or the whole list if it is short; undefined when it has to be streamed. */
async function shortAnswer<Row extends Keyed>(list: List<Row>): Promise<Fresh | undefined> {
  const { e, url, query, load } = list
  if (query.page) {
    const rows = await load({ limit: query.limit ?? numberedPage })
    return { headers: json, body: serialize(e, rows) }
  }
  const limit = query.limit ?? shortList
  const rows = await load({ after: query.after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || !last) return { headers: json, body: serialize(e, page) }
  if (query.limit === undefined) return undefined

  const next = new URL(url, 'http://shop')
  next.searchParams.set('after', last._id)
  const link = `<${next.pathname}${next.search}>; rel="next"`
  return { headers: { ...json, link }, body: serialize(e, page) }
}

/** Counts as a call at work until its last byte is sent, or nobody reads any more. */
function sendStream<Row extends Keyed>(reply: FastifyReply, gate: Gate, list: List<Row>) {
  void gate.during('ordinary', () => finished(reply.raw).catch(() => {}))
  return reply.headers(json).send(Readable.from(pieces(list)))
}

async function* pieces<Row extends Keyed>({ e, query, load }: List<Row>) {
  let page = await load({ after: query.after, limit: shortList })
  yield serialize(e, page).slice(0, -1)
  while (page.length === shortList) {
    page = await load({ after: page.at(-1)?._id, limit: shortList })
    if (page.length > 0) yield `,${serialize(e, page).slice(1, -1)}`
  }
  yield ']'
}

const serialize = (e: Endpoint, rows: unknown) => JSON.stringify(z.parse(e.response, rows))

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PageQuery } from '#contract/fields.ts'
import { readsFor } from './db/reads.ts'
import type { Queries } from './db/reads.ts'
import { sendKept } from './kept.ts'
import type { Fresh } from './kept.ts'
import type { Shop } from './shop.ts'

/** Up to this many rows a list is one piece of text; a longer one is streamed. */
const shortList = 1000

const json = { 'content-type': 'application/json; charset=utf-8' }

type Page = { after?: string | undefined; limit: number }

export interface List<Row> {
  e: Endpoint
  /** As asked, for the link to the next page. */
  url: string
  query: PageQuery
  /** Loads the rows that follow the one with the key `after`. */
  load(page: Page): Promise<Row[]>
}

type Keyed = { _id: string }

/** Sends one page when `limit` is given, else everything, in constant memory. */
export async function sendList<Row extends Keyed>(reply: FastifyReply, list: List<Row>) {
  const short = await shortAnswer(list)
  return short ? reply.headers(short.headers).send(short.body) : sendStream(reply, list)
}

interface PublicList<Row> extends Omit<List<Row>, 'load'> {
  e: Endpoint & { access: 'public' }
  load(page: Page, from: Queries): Promise<Row[]>
}

/** Sends a page that was read by its number: how many there are is asked for apart. */
export const sendPage = <Row extends Keyed>(reply: FastifyReply, e: Endpoint, rows: Row[]) =>
  reply.headers(json).send(serialize(e, rows))

/** Like sendList, for a public list: a short answer is made once for everybody who asks within a moment. */
export async function sendPublicList<Row extends Keyed>(
  request: FastifyRequest,
  reply: FastifyReply,
  shop: Pick<Shop, 'kept' | 'gate' | 'reads'>,
  publicList: PublicList<Row>,
) {
  const reads = readsFor(request, shop.reads)
  const load = (page: Page) => reads.run((from) => publicList.load(page, from))
  const list: List<Row> = { ...publicList, load }
  const key = reads === shop.reads ? list.url : `of the primary ${list.url}`
  const answer = await shop.kept.get(key, list.e.limit ?? 'reads', async () => {
    shop.gate.enter()
    return shortAnswer(list)
  })
  return answer ? sendKept(request, reply, answer) : sendStream(reply, list)
}

/** One page, or the whole list if it is short; undefined when it has to be streamed. */
async function shortAnswer<Row extends Keyed>(list: List<Row>): Promise<Fresh | undefined> {
  const { e, url, query, load } = list
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

function sendStream<Row extends Keyed>(reply: FastifyReply, list: List<Row>) {
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

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import type { FreshResponse } from './edge/response-cache.ts'
import type { LoadShedder } from './limits/load-shedding.ts'

/** Longer lists are streamed instead of sent as one text. */
const shortList = 1000

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** Keyset pagination: `limit` rows after the one with the id `after`. */
export type Page = { after?: string | undefined; limit: number }

export type Keyed = { _id: string }

export interface List<Row> {
  e: Endpoint
  /** As requested, for the link to the next page. */
  url: string
  query: PageQuery & { page?: number | undefined }
  load(page: Page): Promise<Row[]>
}

/** Sends one page when `limit` is given, else everything, in constant memory. */
export async function sendList<Row extends Keyed>(
  reply: FastifyReply,
  loadShedder: LoadShedder,
  list: List<Row>,
) {
  const short = await shortResponse(list)
  return short
    ? reply.headers(short.headers).send(short.body)
    : sendStream(reply, loadShedder, list)
}

/** Sends one page of a numbered list; the total is counted by another call. */
export const sendPage = <Row extends Keyed>(reply: FastifyReply, e: Endpoint, rows: Row[]) =>
  reply.headers(jsonHeaders).send(JSON.stringify(z.parse(e.response, rows)))

export function jsonResponse(
  e: Endpoint,
  answer: unknown,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): FreshResponse {
  const value = z.parse(e.response, answer)
  return { headers, body: JSON.stringify(value), value }
}

/** One page, or the whole list if it is short; undefined for a list that has to be streamed. */
export async function shortResponse<Row extends Keyed>(
  list: List<Row>,
): Promise<FreshResponse | undefined> {
  const { e, url, query, load } = list
  if (query.page) return jsonResponse(e, await load({ limit: query.limit ?? rowsPerPage }))
  const limit = query.limit ?? shortList
  const rows = await load({ after: query.after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || !last) return jsonResponse(e, page)
  if (query.limit === undefined) return undefined

  const next = new URL(url, 'http://shop')
  next.searchParams.set('after', last._id)
  const link = `<${next.pathname}${next.search}>; rel="next"`
  return jsonResponse(e, page, { ...jsonHeaders, link })
}

/** Counts as in flight until the last byte is sent or the client is gone. */
export function sendStream<Row extends Keyed>(
  reply: FastifyReply,
  loadShedder: LoadShedder,
  list: List<Row>,
) {
  void loadShedder.track('ordinary', () => finished(reply.raw).catch(() => {}))
  return reply.headers(jsonHeaders).send(Readable.from(chunks(list)))
}

async function* chunks<Row extends Keyed>({ e, query, load }: List<Row>) {
  const serialize = (rows: Row[]) => JSON.stringify(z.parse(e.response, rows))
  let page = await load({ after: query.after, limit: shortList })
  yield serialize(page).slice(0, -1)
  while (page.length === shortList) {
    page = await load({ after: page.at(-1)?._id, limit: shortList })
    if (page.length > 0) yield `,${serialize(page).slice(1, -1)}`
  }
  yield ']'
}

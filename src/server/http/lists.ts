import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors/errors.ts'
import type { FreshResponse } from './edge/response-cache.ts'
import type { LoadShedder } from './limits/load-shedding.ts'
import { createStreams } from './limits/streams.ts'
import type { Streams } from './limits/streams.ts'
import type { RawResponse } from './route.ts'

/** Longer lists are streamed instead of sent as one text. */
const shortList = 1000

/** Rows of a stream that are read at a time: their memory is free again before it is collected expensively. */
const streamedRows = 250

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** Keyset pagination: `limit` rows after the one with the id `after`, without the first `skip` of them. */
export type Page = { after?: string | undefined; limit: number; skip?: number }

export type Keyed = { _id: string }

type NumberedQuery = PageQuery & { page?: number | undefined }

export interface List<Row> {
  e: Endpoint
  query: NumberedQuery
  load(page: Page): Promise<Row[]>
}

/** What all lists share. */
export interface Lists {
  /** Lists with more rows need a `limit`. */
  rowsMax: number
  streams: Streams
  loadShedder: Pick<LoadShedder, 'resume'>
}

export const createLists = (
  { LIST_ROWS_MAX, LIMITS }: Pick<Config, 'LIST_ROWS_MAX' | 'LIMITS'>,
  loadShedder: LoadShedder,
): Lists => ({
  rowsMax: LIST_ROWS_MAX,
  streams: createStreams(LIMITS === 'on' ? {} : { perAddress: Infinity }),
  loadShedder,
})

/** One page when `limit` is given, else everything, in constant memory. */
export async function listResponse<Row extends Keyed>(
  lists: Lists,
  request: FastifyRequest,
  list: List<Row>,
): Promise<RawResponse> {
  return (
    (await shortResponse(lists, request.url, list)) ?? (await streamResponse(lists, request, list))
  )
}

/** The rows before a numbered page; none without a number. */
export const rowsBefore = ({ page = 1, limit = rowsPerPage }: NumberedQuery) => (page - 1) * limit

/** One page of a numbered list; the total is counted by another call. */
export const pageResponse = <Row extends Keyed>(e: Endpoint, rows: Row[]): RawResponse => ({
  headers: jsonHeaders,
  body: JSON.stringify(z.parse(e.response, rows)),
})

export function jsonResponse(
  e: Endpoint,
  answer: unknown,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): FreshResponse {
  const value = z.parse(e.response, answer)
  return { headers, body: JSON.stringify(value), value }
}

/** One page, or the whole list if it is short; undefined for a longer one without `limit`. */
export async function shortResponse<Row extends Keyed>(
  { rowsMax }: Pick<Lists, 'rowsMax'>,
  url: string,
  { e, query, load }: List<Row>,
): Promise<FreshResponse | undefined> {
  if (query.page) return jsonResponse(e, await load({ limit: query.limit ?? rowsPerPage }))
  const limit = query.limit ?? Math.min(shortList, rowsMax)
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

/** The whole list, read and sent piece by piece. Throws if it has more than `rowsMax` rows. */
export async function streamResponse<Row extends Keyed>(
  { rowsMax, streams, loadShedder }: Lists,
  request: FastifyRequest,
  list: List<Row>,
): Promise<RawResponse> {
  const { query, load } = list
  const body = await streams.open(request, async () => {
    const beyond = await load({ after: query.after, skip: rowsMax, limit: 1 })
    if (beyond.length > 0) throw tooLong(rowsMax)
    // Each piece is part of a request that had its turn.
    return chunks({ ...list, load: (page) => loadShedder.resume('ordinary', () => load(page)) })
  })
  return { headers: jsonHeaders, body }
}

function tooLong(rowsMax: number) {
  const rows = rowsMax.toLocaleString('en')
  const message = `This list has more than ${rows} rows: read it in pages, with limit and after`
  return new AppError('invalid', { detail: message, errors: [{ field: 'limit', message }] })
}

async function* chunks<Row extends Keyed>({ e, query, load }: List<Row>) {
  const serialize = (rows: Row[]) => JSON.stringify(z.parse(e.response, rows))
  let page = await load({ after: query.after, limit: streamedRows })
  yield serialize(page).slice(0, -1)
  while (page.length === streamedRows) {
    page = await load({ after: page.at(-1)?._id, limit: streamedRows })
    if (page.length > 0) yield `,${serialize(page).slice(1, -1)}`
  }
  yield ']'
}

import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { readerFor } from '../../db/replica/read-replica.ts'
import type { PublicReader, Queries } from '../../db/replica/read-replica.ts'
import { encodedFor } from '../edge/response-cache.ts'
import type { FreshResponse } from '../edge/response-cache.ts'
import { isSearch } from '../limits/load-shedding.ts'
import type { LoadShedder } from '../limits/load-shedding.ts'
import { rateLimitKey } from '../limits/rate-limit-key.ts'
import { jsonResponse, shortResponse, streamResponse } from '../lists.ts'
import type { Keyed, List, Lists, Page } from '../lists.ts'
import type { PublicAnswers } from './public-answers.ts'
import type { PublicReads } from './public-reads.ts'
import { rawRoute } from '../route.ts'
import type { RawResponse, Router } from '../route.ts'

type PublicRead = Endpoint & { access: 'public'; method: 'GET' }
type PublicEndpoint<Query = unknown> = PublicRead & { query: z.ZodMiniType<Query> }
type ListQuery = PageQuery & { page?: number | undefined }

interface Deps {
  router: Router
  publicReads: PublicReads
  publicAnswers: PublicAnswers
  loadShedder: LoadShedder
  lists: Lists
}

interface Asked<Query> {
  url: string
  query: Query
  reader: PublicReader
  /** The client's address; undefined for pages, which have had their turn. */
  ip?: string
}

/** Serves a public endpoint through the response cache, and to pages without HTTP. */
export function publicRoute<Query>(
  deps: Deps,
  e: PublicEndpoint<Query>,
  load: (query: Query, from: Queries) => Promise<unknown>,
) {
  const make = async ({ query, reader }: Asked<Query>) =>
    jsonResponse(e, await reader.run((from) => load(query, from)))
  serveCached<Query>(deps, e, { make })
}

/** Serves a public list; what is too long for the cache is streamed to each client. */
export function publicListRoute<Query extends ListQuery, Row extends Keyed>(
  deps: Deps,
  e: PublicEndpoint<Query>,
  load: (query: Query, page: Page, from: Queries) => Promise<Row[]>,
) {
  const { lists } = deps
  const listOf = ({ query, reader }: Asked<Query>): List<Row> => ({
    e,
    query,
    load: (page) => reader.run((from) => load(query, page, from)),
  })
  serveCached<Query>(deps, e, {
    make: (asked) => shortResponse(lists, asked.url, listOf(asked)),
    stream: (request, asked) => streamResponse(lists, request, listOf(asked)),
  })
}

/** Serves an answer that the endpoint keeps itself and renews only after a change. */
export function publicKeptRoute(
  deps: Deps,
  e: PublicRead,
  make: (from: Queries) => Promise<FreshResponse>,
) {
  serveCached(deps, e, { make: ({ reader }) => reader.run(make) })
}

interface Responder<Query> {
  /** Undefined for what is too long for the cache. */
  make(asked: Asked<Query>): Promise<FreshResponse | undefined>
  stream?(request: FastifyRequest, asked: Asked<Query>): Promise<RawResponse>
}

function serveCached<Query>(
  { router, publicReads: { cache, replica }, publicAnswers, loadShedder }: Deps,
  e: PublicRead,
  { make, stream }: Responder<Query>,
) {
  const counted = { limit: e.limit ?? 'reads', route: `/api${e.path}` }
  const inTurn = <T>({ query, ip }: Asked<Query>, work: () => Promise<T>) => {
    if (!isSearch(query)) return loadShedder.run('ordinary', work)
    return ip === undefined ? work() : loadShedder.search({ key: rateLimitKey(ip) }, work)
  }
  const keyOf = ({ url, reader, query, ip }: Asked<Query>) => {
    if (reader !== replica) return `primary ${url}`
    // The search of a page, which has a place, does not wait for a call that waits for one.
    return isSearch(query) && ip === undefined ? `page ${url}` : url
  }
  const respond = (asked: Asked<Query>) => {
    return cache.get(keyOf(asked), counted, () => inTurn(asked, () => make(asked)))
  }
  publicAnswers.add(e, async (url, parsed) => {
    // Safe: parsed by the endpoint's own schema.
    const response = await respond({ url, query: parsed as Query, reader: replica })
    if (!response) throw new Error(`${url} is too long for a page`)
    return { answer: response.value, link: response.headers['link'] ?? '' }
  })
  rawRoute(router, e, async (call) => {
    // Safe: the type of every call to an endpoint with a query.
    const { query, request } = call as unknown as PublicCall<Query>
    const { url, ip } = request
    const asked = { url, ip, query, reader: readerFor(request, replica) }
    const response = await respond(asked)
    if (response) return encodedFor(request, response)
    if (!stream) throw new Error(`${request.url} is too long`)
    return inTurn(asked, () => stream(request, asked))
  })
}

interface PublicCall<Query> {
  query: Query
  request: FastifyRequest
}

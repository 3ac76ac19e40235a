import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, EndpointAddress, Request, Response } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { urlOf, messageTo, type Page, send } from '#web/lib/http/http.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

interface CallOptions {
  /** Reuse the key for a retry of the same attempt; use a new one for a new attempt. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls an endpoint, or its address alone, with the access token. Rejects with an ApiError or a NetworkError. */
export async function call<E extends Endpoint>(
  endpoint: E | Pick<E, keyof EndpointAddress>,
  request: Request<E>,
  options: CallOptions = {},
): Promise<Response<E>> {
  const message = messageTo(endpoint, request)
  const answer = await authenticatedRequest((bearer) => send({ ...message, bearer, ...options }))
  // Safe: the server validates its responses against the same schema.
  return answer as Response<E>
}

interface ReadOptions {
  /** Omits the access token, so that the response is the public one. */
  anonymous?: boolean
}

/** Query options for a GET endpoint or its address alone. */
export const read = <E extends Endpoint & { method: 'GET' }>(
  endpoint: E | Pick<E, keyof EndpointAddress>,
  request: Request<E>,
  { anonymous = false }: ReadOptions = {},
) =>
  queryOptions<Response<E>>({
    queryKey: [...keyOf(endpoint), request],
    meta: { url: urlOf(endpoint, request), access: endpoint.access, anonymous },
  })

/** A GET endpoint with keyset pagination: `limit`, `after` and `q`. */
export type ListEndpoint = Endpoint & {
  method: 'GET'
  query: typeof PageQuery
  response: z.ZodMiniType<{ _id: string }[]>
}

export type Row<E extends ListEndpoint> = Response<E>[number]

export interface PagesOptions {
  /** For an endpoint that supports sorting. */
  sort?: 'newest'
  /** For an endpoint that filters by product. */
  product?: string
  /** For an endpoint with tabs. */
  tab?: 'waiting'
}

/** Infinite query options for a list; each page contains the URL of the next one. */
export const readPages = <E extends ListEndpoint>(
  endpoint: E,
  q: string,
  options: PagesOptions = {},
) => {
  const query = { limit: rowsPerPage, ...(q && { q }), ...options }
  const url = urlOf<ListEndpoint>(endpoint, { query })
  return infiniteQueryOptions<Page<Row<E>>, Error, InfiniteData<Page<Row<E>>>, QueryKey, string>({
    queryKey: [...pagesKeyOf(endpoint), query],
    initialPageParam: url,
    getNextPageParam: ({ next }) => next,
    meta: { url, access: endpoint.access, anonymous: false, paged: true },
  })
}

/** Query key prefix of an endpoint's paged lists. */
export const pagesKeyOf = (endpoint: ListEndpoint) => [...keyOf(endpoint), 'pages'] as const

/** Query key prefix of all reads of an endpoint, for invalidation. */
export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  [method, path] as const

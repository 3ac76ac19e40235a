import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, EndpointPath, Request, Response } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { rowsPerPage } from '#contract/shared/paging.ts'
import { rememberChange } from '#web/lib/http/sent-changes.ts'
import { urlOf, messageTo, type Page, send } from '#web/lib/http/http.ts'
import { authenticatedRequest } from '#web/lib/api/authenticated-request.ts'

interface CallOptions {
  /** Reuse the key for a retry of the same attempt; use a new one for a new attempt. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Calls an endpoint, or its path alone, with the access token. Rejects with an ApiError or a NetworkError. */
export async function call<E extends Endpoint>(
  endpoint: E | Pick<E, keyof EndpointPath>,
  request: Request<E>,
  options: CallOptions = {},
): Promise<Response<E>> {
  const message = messageTo(endpoint, request)
  const sendIt = () => authenticatedRequest((bearer) => send({ ...message, bearer, ...options }))
  const { method, path } = endpoint
  const answer = await (method === 'GET' ? sendIt() : rememberChange(`${method} ${path}`, sendIt))
  // Safe: the server validates its responses against the same schema.
  return answer as Response<E>
}

interface ReadOptions {
  /** Omits the access token, so that the response is the public one. */
  anonymous?: boolean
}

/** Query options for a GET endpoint or its path alone. */
export const read = <E extends Endpoint & { method: 'GET' }>(
  endpoint: E | Pick<E, keyof EndpointPath>,
  request: Request<E>,
  { anonymous = false }: ReadOptions = {},
) =>
  queryOptions<Response<E>>({
    queryKey: [...keyOf(endpoint), request],
    meta: { url: urlOf(endpoint, request), access: endpoint.access, anonymous },
  })

/** A GET endpoint with keyset pagination: `limit`, `after` and `q`. */
type ListEndpoint = Endpoint & {
  method: 'GET'
  query: typeof PageQuery
  response: z.ZodMiniType<{ _id: string }[]>
}

type Row<E extends ListEndpoint> = Response<E>[number]

/** Infinite query options for a list of a product; each page contains the URL of the next one. */
export const readPages = <E extends ListEndpoint>(endpoint: E, product: string) => {
  const query = { limit: rowsPerPage, product }
  const url = urlOf<ListEndpoint>(endpoint, { query })
  return infiniteQueryOptions<Page<Row<E>>, Error, InfiniteData<Page<Row<E>>>, QueryKey, string>({
    queryKey: [...keyOf(endpoint), 'pages', query],
    initialPageParam: url,
    getNextPageParam: ({ next }) => next,
    meta: { url, access: endpoint.access, anonymous: false, paged: true },
  })
}

/** Query key prefix of all reads of an endpoint, for invalidation. */
export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  [method, path] as const

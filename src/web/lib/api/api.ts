import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, EndpointAddress, Request, Response } from '#contract/shared/endpoint.ts'
import type { PageQuery } from '#contract/shared/fields.ts'
import { addressOf, messageTo, type Page, send } from '#web/lib/http/http.ts'
import { signed } from '#web/lib/api/authenticated-request.ts'

interface CallOptions {
  /** Send the same key again when the same attempt is repeated, and a new one for a new attempt. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Makes a call of the contract. Fails with an ApiError or a NetworkError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  options: CallOptions = {},
): Promise<Response<E>> {
  const message = messageTo(endpoint, request)
  const answer = await signed((bearer) => send({ ...message, bearer, ...options }))
  // The server checks its answers against the same schema before they leave it.
  return answer as Response<E>
}

interface ReadOptions {
  /** Leave the access token out, as the home page's product list does. */
  anonymous?: boolean
}

/** The query for a GET endpoint or its address alone; the query client makes the call. */
export const read = <E extends Endpoint & { method: 'GET' }>(
  endpoint: E | Pick<E, keyof EndpointAddress>,
  request: Request<E>,
  { anonymous = false }: ReadOptions = {},
) =>
  queryOptions<Response<E>>({
    queryKey: [...keyOf(endpoint), request],
    meta: { address: addressOf(endpoint, request), access: endpoint.access, anonymous },
  })

/** A GET endpoint that answers rows and takes `limit`, `after` and `q`. */
export type ListEndpoint = Endpoint & {
  method: 'GET'
  query: typeof PageQuery
  response: z.ZodMiniType<{ _id: string }[]>
}

export type Row<E extends ListEndpoint> = Response<E>[number]

const rowsPerPage = 25

export interface PagesOptions {
  /** For an endpoint that can sort. */
  sort?: 'newest'
  /** For an endpoint that can tell what belongs to one product. */
  product?: string
}

/** The query for a list page by page; each page says where the next one is. */
export const readPages = <E extends ListEndpoint>(
  endpoint: E,
  q: string,
  options: PagesOptions = {},
) => {
  const query = { limit: rowsPerPage, ...(q && { q }), ...options }
  const address = addressOf<ListEndpoint>(endpoint, { query })
  return infiniteQueryOptions<Page<Row<E>>, Error, InfiniteData<Page<Row<E>>>, QueryKey, string>({
    queryKey: [...pagesKeyOf(endpoint), query],
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
    meta: { address, access: endpoint.access, anonymous: false, paged: true },
  })
}

/** What the keys of an endpoint's lists by page begin with. */
export const pagesKeyOf = (endpoint: ListEndpoint) => [...keyOf(endpoint), 'pages'] as const

/** What the keys of all reads of an endpoint begin with: for invalidating them. */
export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  [method, path] as const

import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import {
  type ListEndpoint,
  pagesKeyOf,
  type PagesOptions,
  readPages,
  type Row,
} from '#web/lib/api/api.ts'
import type { Page } from '#web/lib/http/http.ts'
import { useSearchParams } from '#web/lib/router/router-view.tsx'

export type PagedList<R> = {
  /** Rows of all loaded pages; undefined before the first. */
  rows: readonly R[] | undefined
  /** Search text, from the URL. */
  q: string
  search: (q: string) => void
  error: Error | null
  isFetching: boolean
  hasMore: boolean
  loadMore: () => Promise<unknown>
  /** Whether loading the next page failed. */
  loadMoreFailed: boolean
  /** Number of loaded pages. */
  pageCount: number
  refetch: () => Promise<unknown>
}

const searchLengthMax = 100

/** The `q` parameter. */
export const parseSearch = (parameters: URLSearchParams) =>
  (parameters.get('q') ?? '').slice(0, searchLengthMax)

/** A searchable list with keyset pagination; the search text is in the URL. */
export function usePagedList<E extends ListEndpoint>(
  endpoint: E,
  options?: PagesOptions,
): PagedList<Row<E>> {
  const [parameters, setParameters] = useSearchParams()
  const q = parseSearch(parameters)
  const pages = useInfiniteQuery({
    ...readPages(endpoint, q, options),
    placeholderData: keepPreviousData,
  })

  const search = (text: string) =>
    void setParameters(text ? { q: text } : {}, { replace: true, keepScroll: true })

  return {
    rows: pages.data?.pages.flatMap(({ rows }) => rows),
    q,
    search,
    error: pages.error,
    isFetching: pages.isFetching,
    hasMore: pages.hasNextPage,
    loadMore: pages.fetchNextPage,
    loadMoreFailed: pages.isFetchNextPageError,
    pageCount: pages.data?.pages.length ?? 0,
    refetch: pages.refetch,
  }
}

/** Updates a row in all cached lists of an endpoint; a row updated to undefined is removed. */
export function updateRow<E extends ListEndpoint>(
  client: QueryClient,
  endpoint: E,
  id: string,
  change: (row: Row<E>) => Row<E> | undefined,
) {
  client.setQueriesData<InfiniteData<Page<Row<E>>>>(
    { queryKey: pagesKeyOf(endpoint) },
    (data) => data && withRowUpdated(data, id, change),
  )
}

export const withRowUpdated = <R extends { _id: string }>(
  data: InfiniteData<Page<R>>,
  id: string,
  change: (row: R) => R | undefined,
): InfiniteData<Page<R>> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    rows: page.rows.flatMap((row) => (row._id === id ? (change(row) ?? []) : row)),
  })),
})

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
  /** The rows of all pages that were loaded, in one; undefined before the first. */
  rows: readonly R[] | undefined
  /** What is searched for; it stands in the address. */
  q: string
  search: (q: string) => void
  error: Error | null
  isFetching: boolean
  hasMore: boolean
  loadMore: () => Promise<unknown>
  /** Whether the last try to load more has failed. */
  loadMoreFailed: boolean
  /** How many pages were loaded. */
  pageCount: number
  refetch: () => Promise<unknown>
}

const searchLengthMax = 100

/** What an address asks to search for. */
export const searchIn = (parameters: URLSearchParams) =>
  (parameters.get('q') ?? '').slice(0, searchLengthMax)

/** A list that is searched by the address and grows page by page. */
export function usePagedList<E extends ListEndpoint>(
  endpoint: E,
  options?: PagesOptions,
): PagedList<Row<E>> {
  const [parameters, setParameters] = useSearchParams()
  const q = searchIn(parameters)
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

/** Changes one row wherever its list is kept; a row changed to undefined is taken out. */
export function changeRow<E extends ListEndpoint>(
  client: QueryClient,
  endpoint: E,
  id: string,
  change: (row: Row<E>) => Row<E> | undefined,
) {
  client.setQueriesData<InfiniteData<Page<Row<E>>>>(
    { queryKey: pagesKeyOf(endpoint) },
    (data) => data && withRowChanged(data, id, change),
  )
}

export const withRowChanged = <R extends { _id: string }>(
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

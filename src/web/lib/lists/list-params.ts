import type { Location } from '../router/router.ts'
import { useLocation, useRouter } from '../router/router-view.tsx'
import { oneOf, parsePage, parseSearch, urlWithParams } from './list-url.ts'

export const pageSizes = [25, 50, 100] as const

/** URL parameters that every list has. */
export interface ListParams {
  q: string
  page: number
  limit: number
}

/** Parameters of a sortable list. */
export interface Sorted<Sort extends string> {
  sort: Sort
  direction: 'asc' | 'desc'
}

export const parseListParams = (parameters: URLSearchParams): ListParams => ({
  q: parseSearch(parameters),
  page: parsePage(parameters, 100_000),
  limit: oneOf<number>(pageSizes, Number(parameters.get('rows')), pageSizes[0]),
})

/** Path of a list and how to parse its state from the URL. */
export interface ListDefinition<Params extends ListParams> {
  /** Path of the page. */
  path: string
  /** The page size is fixed and not part of the URL. */
  hasFixedPages?: true
  /** Parses the parameters; missing and invalid ones have their defaults. */
  parseParams: (parameters: URLSearchParams) => Params
}

/** The URL of a list, without default parameters. */
export const listUrl = <Params extends ListParams>(
  { path, parseParams }: ListDefinition<Params>,
  params: Params,
) => urlWithParams(path, toUrlParams(params), toUrlParams(parseParams(new URLSearchParams())))

const toUrlParams = ({ limit, ...rest }: ListParams) => ({ ...rest, rows: limit })

/** List state in the URL, so that Back and shared links restore it. */
export function useListParams<Params extends ListParams>(list: ListDefinition<Params>) {
  const { pathname, search } = useLocation()
  const { navigate, getState } = useRouter()
  const paramsAt = (location: Pick<Location, 'search'>) =>
    list.parseParams(new URLSearchParams(location.search))
  /** Any change other than `page` returns to the first page. */
  const setParams = (change: Partial<Params>) => {
    // Reads the router, not the rendered state: the previous change may not be rendered yet.
    // Ignored after leaving the page.
    const latest = getState().location
    if (latest.pathname !== pathname) return
    const options = { replace: true, keepScroll: true }
    void navigate(listUrl(list, { ...paramsAt(latest), page: 1, ...change }), options)
  }
  return { params: paramsAt({ search }), setParams }
}

/**
 * Sort order after a click on a column heading: reverses the direction, or sorts another column by
 * its default direction.
 */
export function nextSort<Sort extends string>(
  { sort, direction }: Sorted<Sort>,
  by: Sort,
  textColumns: readonly Sort[],
): Sorted<Sort> {
  if (by === sort) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: by, direction: textColumns.includes(by) ? 'asc' : 'desc' }
}

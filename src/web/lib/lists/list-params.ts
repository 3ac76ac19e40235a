import { searchIn } from './paged-list.ts'
import type { Location } from '../router/router.ts'
import { useLocation, useRouter } from '../router/router-view.tsx'
import { chosen, pageIn, shownAddress } from './list-url.ts'

export const rowsChoices = [25, 50, 100] as const

/** Which rows of a long list are shown: what every such list has. */
export interface ShownRows {
  q: string
  page: number
  limit: number
}

/** Of a list that can be sorted. */
export interface Sorted<Sort extends string> {
  sort: Sort
  direction: 'asc' | 'desc'
}

export const shownRowsBy = (parameters: URLSearchParams): ShownRows => ({
  q: searchIn(parameters),
  page: pageIn(parameters, 100_000),
  limit: chosen<number>(rowsChoices, Number(parameters.get('rows')), rowsChoices[0]),
})

/** How a list whose state stands in the address reads and writes it. */
export interface ShownList<Shown extends ShownRows> {
  /** The address of the page. */
  path: string
  /** All its pages are as long as the list says; an address asks for no other. */
  hasFixedPages?: true
  /** What an address asks to be shown; what it does not say, or says wrong, is as usual. */
  shownBy: (parameters: URLSearchParams) => Shown
}

/** The address that shows it, without what is as usual. */
export const addressOf = <Shown extends ShownRows>(
  { path, shownBy }: ShownList<Shown>,
  shown: Shown,
) => shownAddress(path, inAddress(shown), inAddress(shownBy(new URLSearchParams())))

const inAddress = ({ limit, ...rest }: ShownRows) => ({ ...rest, rows: limit })

/** What is shown stands in the address, so that Back works and a link shows the same. */
export function useShown<Shown extends ShownRows>(list: ShownList<Shown>) {
  const { pathname, search } = useLocation()
  const { navigate, place } = useRouter()
  const shownAt = (location: Pick<Location, 'search'>) =>
    list.shownBy(new URLSearchParams(location.search))
  /** Any other change begins at the first page. */
  const show = (change: Partial<Shown>) => {
    // What was chosen a moment ago may not be drawn yet, and whoever has left is not called back.
    const newest = place().location
    if (newest.pathname !== pathname) return
    const options = { replace: true, keepScroll: true }
    void navigate(addressOf(list, { ...shownAt(newest), page: 1, ...change }), options)
  }
  return { shown: shownAt({ search }), show }
}

/** What a press on a column's heading asks for: the other direction, or another column as it is read. */
export function sortedBy<Sort extends string>(
  { sort, direction }: Sorted<Sort>,
  by: Sort,
  textColumns: readonly Sort[],
): Sorted<Sort> {
  if (by === sort) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: by, direction: textColumns.includes(by) ? 'asc' : 'desc' }
}

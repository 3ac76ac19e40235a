import { type OrderSort, orderSorts, type OrderTab, orderTabs } from '#contract/orders.ts'
import { searchIn } from '#web/lib/paged-list.ts'
import { useLocation, useNavigate } from '#web/lib/router/router-view.tsx'

const page = '/dashboard/manageAllOrders'

export const rowsChoices = [25, 50, 100] as const

export interface ShownOrders {
  tab: OrderTab
  q: string
  sort: OrderSort
  direction: 'asc' | 'desc'
  page: number
  limit: number
}

const usual: ShownOrders = {
  tab: 'all',
  q: '',
  sort: 'order',
  direction: 'desc',
  page: 1,
  limit: rowsChoices[0],
}

const chosen = <T>(choices: readonly T[], value: unknown, otherwise: T) =>
  choices.find((choice) => choice === value) ?? otherwise

/** What an address asks to be shown; what it does not say, or says wrong, is as usual. */
export const shownBy = (parameters: URLSearchParams): ShownOrders => ({
  tab: chosen<OrderTab>(orderTabs, parameters.get('tab'), usual.tab),
  q: searchIn(parameters),
  sort: chosen<OrderSort>(orderSorts, parameters.get('sort'), usual.sort),
  direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
  page: Math.min(Math.max(Math.trunc(Number(parameters.get('page'))) || 1, 1), 100_000),
  limit: chosen<number>(rowsChoices, Number(parameters.get('rows')), usual.limit),
})

/** The address that shows it, without what is as usual. */
export function addressOf(shown: ShownOrders): string {
  const { limit, ...rest } = shown
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...rest, rows: limit })) {
    const isUsual = value === { ...usual, rows: usual.limit }[name]
    if (!isUsual) parameters.set(name, String(value))
  }
  return parameters.size > 0 ? `${page}?${parameters}` : page
}

/** Which orders are shown stands in the address, so that Back works and a link shows the same. */
export function useShownOrders() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const shown = shownBy(new URLSearchParams(search))
  /** Any other change begins at the first page. */
  const show = (change: Partial<ShownOrders>) =>
    void navigate(addressOf({ ...shown, page: 1, ...change }), { replace: true, keepScroll: true })
  return { shown, show }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { users, type UserSort, userSorts, type UserTab, userTabs } from '#contract/users.ts'
import { read } from '#web/lib/api/api.ts'
import { toTotalCount } from '#web/lib/lists/total-count.ts'
import { oneOf } from '#web/lib/lists/list-url.ts'
import {
  type ListDefinition,
  type ListParams,
  parseListParams,
  type Sorted,
} from '#web/lib/lists/list-params.ts'
import type { SortTexts } from '#web/ui/list/sort-select.tsx'

export interface UserListParams extends ListParams, Sorted<UserSort> {
  tab: UserTab
}

export const managedList: ListDefinition<UserListParams> = {
  path: '/dashboard/users',
  parseParams: (parameters) => ({
    tab: oneOf<UserTab>(userTabs, parameters.get('tab'), 'all'),
    sort: oneOf<UserSort>(userSorts, parameters.get('sort'), 'joined'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...parseListParams(parameters),
  }),
}

export const sortTexts: SortTexts<UserSort> = {
  joined: { asc: 'Oldest first', desc: 'Newest first' },
  email: { asc: 'Email, A to Z', desc: 'Email, Z to A' },
}

/** One page of the accounts, with the count of each tab. */
export function useManagedUsers({ q, ...params }: UserListParams) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(users.list, { query: { ...params, ...search } }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({
    ...read(users.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    tabCounts: counts.data,
    total: toTotalCount(counts, ({ counts: byTab }) => byTab[params.tab]),
  }
}

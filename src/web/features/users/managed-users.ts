import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { users, type UserSort, userSorts, type UserTab, userTabs } from '#contract/users.ts'
import { read } from '#web/lib/api/api.ts'
import { counted } from '#web/lib/lists/total-count.ts'
import { chosen } from '#web/lib/lists/list-url.ts'
import {
  type ShownList,
  type ShownRows,
  shownRowsBy,
  type Sorted,
} from '#web/lib/lists/list-params.ts'
import type { SortTexts } from '#web/ui/list/sort-select.tsx'

export interface ShownUsers extends ShownRows, Sorted<UserSort> {
  tab: UserTab
}

export const managedList: ShownList<ShownUsers> = {
  path: '/dashboard/users',
  shownBy: (parameters) => ({
    tab: chosen<UserTab>(userTabs, parameters.get('tab'), 'all'),
    sort: chosen<UserSort>(userSorts, parameters.get('sort'), 'joined'),
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
    ...shownRowsBy(parameters),
  }),
}

export const sortTexts: SortTexts<UserSort> = {
  joined: { asc: 'Oldest first', desc: 'Newest first' },
  email: { asc: 'Email, A to Z', desc: 'Email, Z to A' },
}

/** One page of the accounts, with how many each list has. */
export function useManagedUsers({ q, ...shown }: ShownUsers) {
  const search = q ? { q } : {}
  const page = useQuery({
    ...read(users.list, { query: { ...shown, ...search } }),
    placeholderData: keepPreviousData,
  })
  const found = useQuery({
    ...read(users.counts, { query: search }),
    placeholderData: keepPreviousData,
  })
  return {
    page,
    found: found.data,
    counted: counted(found, ({ counts }) => counts[shown.tab]),
  }
}

import type { ReactNode } from 'react'
import type { TotalCount } from '#web/lib/lists/total-count.ts'
import type { ListDefinition, ListParams } from '#web/lib/lists/list-params.ts'

export const listTabs = ['accounts', 'prices'] as const
export type ListTab = (typeof listTabs)[number]

export interface ListPageParams extends ListParams {
  tab: ListTab
}

/** What a tab of the page of a price list needs. */
export interface ListTabProps {
  /** The price list's. */
  id: string
  /** Rows of the tab. */
  total: TotalCount
  list: ListDefinition<ListPageParams>
  params: ListPageParams
  setParams: (change: Partial<ListPageParams>) => void
  tabs: ReactNode
}

import { groupDigits } from '#web/lib/format/format.ts'
import { Link } from '#web/lib/router/link.tsx'
import { listUrl, type ListDefinition, type ListParams } from '#web/lib/lists/list-params.ts'

type ListTabsProps<Tab extends string, Params extends ListParams & { tab: Tab }> = {
  list: ListDefinition<Params>
  params: Params
  label: string
  /** Label of each tab; one without is not shown. */
  texts: Readonly<Partial<Record<Tab, string>>>
  /** Row count of each tab; hidden if it is capped. */
  tabCounts: { counts: Readonly<Record<Tab, number>>; isCapped?: boolean } | undefined
}

/** Tabs of a list with their counts. */
export function ListTabs<Tab extends string, Params extends ListParams & { tab: Tab }>(
  props: ListTabsProps<Tab, Params>,
) {
  const { list, params, label, texts, tabCounts } = props
  const counts = tabCounts?.isCapped ? undefined : tabCounts?.counts
  // Safe: the keys of the texts are tabs.
  const tabs = Object.keys(texts) as Tab[]
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={listUrl(list, { ...params, tab, page: 1 })}
          replace
          keepScroll
          aria-current={tab === params.tab ? 'true' : undefined}
        >
          {texts[tab]}
          {counts && <span className="tabs__count">{groupDigits(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  )
}

import { grouped } from '#web/lib/format/format.ts'
import { Link } from '#web/lib/router/link.tsx'
import { addressOf, type ShownList, type ShownRows } from '#web/lib/lists/list-params.ts'

type ListTabsProps<Tab extends string, Shown extends ShownRows & { tab: Tab }> = {
  list: ShownList<Shown>
  shown: Shown
  label: string
  /** What is written on each tab. */
  texts: Readonly<Record<Tab, string>>
  /** How many rows each tab has, once that is known; shown where all of them were counted. */
  found: { counts: Readonly<Record<Tab, number>>; isCapped?: boolean } | undefined
}

/** The parts of a list, each with how many rows are in it. */
export function ListTabs<Tab extends string, Shown extends ShownRows & { tab: Tab }>(
  props: ListTabsProps<Tab, Shown>,
) {
  const { list, shown, label, texts, found } = props
  const counts = found?.isCapped ? undefined : found?.counts
  // Safe: the texts are written down tab by tab.
  const tabs = Object.keys(texts) as Tab[]
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={addressOf(list, { ...shown, tab, page: 1 })}
          replace
          keepScroll
          aria-current={tab === shown.tab ? 'true' : undefined}
        >
          {texts[tab]}
          {counts && <span className="tabs__count">{grouped(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  )
}

import { grouped } from '#web/lib/format.ts'
import { Link } from '#web/lib/router/link.tsx'

type ListTabsProps<Tab extends string> = {
  label: string
  /** What is written on each tab. */
  texts: Readonly<Record<Tab, string>>
  shown: Tab
  /** How many rows each tab has, once that is known; shown where all of them were counted. */
  found: { counts: Readonly<Record<Tab, number>>; isCapped?: boolean } | undefined
  /** The address of a tab. */
  to: (tab: Tab) => string
}

/** The parts of a list, each with how many rows are in it. */
export function ListTabs<Tab extends string>(props: ListTabsProps<Tab>) {
  const { label, texts, shown, found, to } = props
  const counts = found?.isCapped ? undefined : found?.counts
  // Safe: the texts are written down tab by tab.
  const tabs = Object.keys(texts) as Tab[]
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={to(tab)}
          replace
          keepScroll
          aria-current={tab === shown ? 'true' : undefined}
        >
          {texts[tab]}
          {counts && <span className="tabs__count">{grouped(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  )
}

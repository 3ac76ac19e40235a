import { groupDigits } from '#contract/formats/formatting.ts'
import { Link } from '#web/lib/router/link.tsx'
import { listUrl, type ListParams } from '#web/lib/lists/list-params.ts'
import type { ShownList } from '#web/lib/lists/use-managed-list.ts'

type ListTabsProps<Row, Params extends ListParams> = { shown: ShownList<Row, Params> }

/** The tabs of a list, if it has any, with their row counts; these are hidden if they are capped. */
export function ListTabs<Row, Params extends ListParams>({ shown }: ListTabsProps<Row, Params>) {
  const { list, counts: counted } = shown
  const params: Params & { tab?: string } = shown.params
  const counts = counted?.isCapped ? undefined : counted?.counts
  if (!list.tabs) return null
  return (
    <nav className="tabs" aria-label={list.tabs.label}>
      {Object.entries(list.tabs.texts).map(([tab, text]) => (
        <Link
          key={tab}
          to={listUrl(list, { ...params, tab, page: 1 })}
          replace
          keepScroll
          aria-current={tab === params.tab ? 'true' : undefined}
        >
          {text}
          {counts && <span className="tabs__count">{groupDigits(counts[tab] ?? 0)}</span>}
        </Link>
      ))}
    </nav>
  )
}

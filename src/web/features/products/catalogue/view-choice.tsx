import { LayoutGrid, Rows3 } from 'lucide-react'
import { Link } from '#web/lib/router/link.tsx'
import {
  addressOf,
  type CatalogueParams,
  catalogueViews,
  type CatalogueView,
} from './catalogue-params.ts'

const looks = {
  cards: { title: 'Cards', icon: LayoutGrid },
  table: { title: 'Table', icon: Rows3 },
} as const satisfies Record<CatalogueView, object>

/** The choice between cards and a table of the same parts; it is in the URL. */
export function ViewChoice({ shown }: { shown: CatalogueParams }) {
  return (
    <nav className="view-choice" aria-label="View">
      {catalogueViews.map((view) => {
        const { title, icon: Icon } = looks[view]
        return (
          <Link
            key={view}
            to={addressOf({ ...shown, view })}
            keepScroll
            replace
            aria-label={title}
            title={title}
            aria-current={view === shown.view || undefined}
          >
            <Icon />
          </Link>
        )
      })}
    </nav>
  )
}

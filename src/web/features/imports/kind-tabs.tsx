import type { ImportKind } from '#contract/imports/imports.ts'
import { Link } from '#web/lib/router/link.tsx'
import { kinds } from './kinds.ts'

/** What a file is about. */
export const KindTabs = ({ shown }: { shown: ImportKind }) => (
  <nav className="tabs" aria-label="Kind of file">
    {Object.entries(kinds).map(([kind, { name, path }]) => (
      <Link key={kind} to={path} aria-current={kind === shown ? 'true' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)

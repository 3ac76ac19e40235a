import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'
import type { Crumb } from './structured-data.ts'

/** The way from Home to the page itself, which is not a link. */
export function Breadcrumbs({ pages }: { pages: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        <li>
          <Link to={pathTo.home}>Home</Link>
        </li>
        {pages.map(({ name, path }, index) => (
          <li key={path}>
            {index === pages.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to={path}>{name}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

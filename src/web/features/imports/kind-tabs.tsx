import { Link } from '#web/lib/router/link.tsx'

const kinds = {
  products: { text: 'Products', to: '/dashboard/importProducts' },
  numbers: { text: 'Numbers', to: '/dashboard/importNumbers' },
  fitments: { text: 'Fitments', to: '/dashboard/importFitments' },
} as const

/** What a file is about. */
export const KindTabs = ({ shown }: { shown: keyof typeof kinds }) => (
  <nav className="tabs" aria-label="Kind of file">
    {Object.entries(kinds).map(([kind, { text, to }]) => (
      <Link key={kind} to={to} aria-current={kind === shown ? 'true' : undefined}>
        {text}
      </Link>
    ))}
  </nav>
)

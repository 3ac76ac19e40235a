import { Link } from '#web/lib/router/link.tsx'

const pages = {
  details: { text: 'Details', path: '' },
  numbers: { text: 'Numbers', path: '/numbers' },
  fits: { text: 'Fits', path: '/fits' },
} as const

type ProductPageTabsProps = { id: string; shown: keyof typeof pages }

/** The pages of a product that is edited. */
export const ProductPageTabs = ({ id, shown }: ProductPageTabsProps) => (
  <nav className="tabs" aria-label="Product">
    {Object.entries(pages).map(([page, { text, path }]) => (
      <Link
        key={page}
        to={`/dashboard/manageProduct/${id}${path}`}
        aria-current={page === shown ? 'true' : undefined}
      >
        {text}
      </Link>
    ))}
  </nav>
)

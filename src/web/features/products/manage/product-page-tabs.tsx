import { Link } from '#web/lib/router/link.tsx'

type ProductPageTabsProps = { id: string; shown: 'details' | 'fits' }

/** The pages of a product that is edited. */
export const ProductPageTabs = ({ id, shown }: ProductPageTabsProps) => (
  <nav className="tabs" aria-label="Product">
    <Link
      to={`/dashboard/manageProduct/${id}`}
      aria-current={shown === 'details' ? 'true' : undefined}
    >
      Details
    </Link>
    <Link
      to={`/dashboard/manageProduct/${id}/fits`}
      aria-current={shown === 'fits' ? 'true' : undefined}
    >
      Fits
    </Link>
  </nav>
)

import * as pathTo from '#web/lib/router/path-to.ts'
import { Link } from '#web/lib/router/link.tsx'

const pages = { details: 'Details', numbers: 'Numbers', fits: 'Fits' } as const
type PageName = keyof typeof pages

type ProductPageTabsProps = { id: string; shown: PageName }

const pathOf = (id: string, page: PageName) =>
  page === 'details' ? pathTo.manageProduct(id) : pathTo.productTab(id, page)

/** The pages of a product that is edited. */
export const ProductPageTabs = ({ id, shown }: ProductPageTabsProps) => (
  <nav className="tabs" aria-label="Product">
    {(Object.keys(pages) as PageName[]).map((page) => (
      <Link key={page} to={pathOf(id, page)} aria-current={page === shown ? 'true' : undefined}>
        {pages[page]}
      </Link>
    ))}
  </nav>
)

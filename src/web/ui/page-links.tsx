import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageNumbers } from '#web/lib/page-numbers.ts'
import { Link } from '#web/lib/router/link.tsx'

type PageLinksProps = {
  page: number
  pages: number
  /** The address of a page. */
  to: (page: number) => string
}

/** Links to the pages of a list, beside the one that is shown. */
export function PageLinks({ page, pages, to }: PageLinksProps) {
  const link = (target: number, content: ReactNode, label?: string) => (
    <Link
      to={to(target)}
      keepScroll
      replace
      aria-label={label}
      aria-current={target === page && !label ? 'page' : undefined}
      className="page-link"
    >
      {content}
    </Link>
  )
  return (
    <nav aria-label="Pages">
      {page > 1 && link(page - 1, <ChevronLeft />, 'Previous page')}
      {pageNumbers(page, pages).map((number, index) =>
        number === 0 ? (
          // Gaps have nothing else to tell them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`} className="page-link__gap">
            …
          </span>
        ) : (
          <span key={number}>{link(number, number)}</span>
        ),
      )}
      {page < pages && link(page + 1, <ChevronRight />, 'Next page')}
    </nav>
  )
}

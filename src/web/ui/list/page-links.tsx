import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageNumbers } from '#web/lib/lists/page-numbers.ts'
import { Link } from '#web/lib/router/link.tsx'
import type { NavigateOptions } from '#web/lib/router/router.ts'

type PageLinksProps = {
  page: number
  /** Number of pages; if unknown, whether there is a next one. */
  pages: number | { hasNext: boolean }
  /** URL of a page. */
  to: (page: number) => string
  /** Navigation options; by default in place, for lists that are worked through row by row. */
  options?: NavigateOptions
}

const inPlace: NavigateOptions = { keepScroll: true, replace: true }

/** Pagination links around the current page. */
export function PageLinks({ page, pages, to, options = inPlace }: PageLinksProps) {
  const link = (target: number, content: ReactNode, label?: string) => (
    <Link
      to={to(target)}
      {...options}
      aria-label={label}
      aria-current={target === page && !label ? 'page' : undefined}
      className="page-link"
    >
      {content}
    </Link>
  )
  const hasNext = typeof pages === 'number' ? page < pages : pages.hasNext
  const numbers = typeof pages === 'number' ? pageNumbers(page, pages) : []
  return (
    <nav aria-label="Pages">
      {page > 1 && link(page - 1, <ChevronLeft />, 'Previous page')}
      {numbers.map((number, index) =>
        number === 0 ? (
          // Gaps have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap-${index}`}>…</span>
        ) : (
          <span key={number}>{link(number, number)}</span>
        ),
      )}
      {hasNext && link(page + 1, <ChevronRight />, 'Next page')}
    </nav>
  )
}

import { LoaderCircle } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { PagedList } from '#web/lib/paged-list.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { pageFor } from './catalogue.ts'

type MoreLinkProps = {
  list: Pick<PagedList<unknown>, 'next' | 'pageCount' | 'isFetching' | 'loadMore'>
}

/** Adds the next parts to the list; without a script, or in a new tab, it leads to their page. */
export function MoreLink({ list: { next, pageCount, isFetching, loadMore } }: MoreLinkProps) {
  if (!next && pageCount <= 1) return null

  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (next && !isFetching) void loadMore()
  }

  return (
    // Kept at the end of the list, so that whoever pressed it keeps the focus.
    <a
      className={buttonClass({})}
      href={next && pageFor(next)}
      role={next ? undefined : 'link'}
      tabIndex={0}
      aria-disabled={!next || undefined}
      aria-busy={isFetching || undefined}
      onClick={handleClick}
    >
      {isFetching && <LoaderCircle className="spin button__spinner--beside" />}
      Load more
    </a>
  )
}

import { useLayoutEffect, useRef } from 'react'
import { focusHeading } from '#web/lib/browser/focus.ts'
import { useLocation } from '#web/lib/router/router-view.tsx'

/**
 * Moves the focus to the heading when the path changes; a change of query or fragment keeps the
 * focus.
 */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)

  // Before the page is painted: on a slow phone a later effect would take the focus from a field that the reader has
  // already reached, and what is typed would be lost.
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    focusHeading()
  }, [pathname])
}

import { useEffect, useRef } from 'react'
import { focusHeading } from '#web/lib/browser/focus.ts'
import { useLocation } from '#web/lib/router/router-view.tsx'

/** Changes of the query or the fragment keep the focus where it is. */
export function useRouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusHeading()
  }, [pathname])
}

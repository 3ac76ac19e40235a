import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Puts the focus on the page's heading, where reading starts after a change of page. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

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

import { type RefObject, useEffect, useState } from 'react'

/** Height of what may cover the end of the screen. */
const coveredPx = 84

/** Whether an element's end is visible. */
export function useIsInView(element: RefObject<Element | null>) {
  const [isInView, setIsInView] = useState(true)

  useEffect(() => {
    if (!element.current) return undefined
    // Below 1, since rounding can keep the ratio just under it.
    const options = { threshold: 0.9, rootMargin: `0px 0px -${coveredPx}px` }
    const observer = new IntersectionObserver((entries) => {
      setIsInView(entries.every(({ intersectionRatio }) => intersectionRatio >= options.threshold))
    }, options)
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isInView
}

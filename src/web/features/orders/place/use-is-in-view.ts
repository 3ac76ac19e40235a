import { type RefObject, useEffect, useState } from 'react'

/** Whether (nearly) all of an element is visible. */
export function useIsInView(element: RefObject<Element | null>) {
  const [isInView, setIsInView] = useState(true)

  useEffect(() => {
    if (!element.current) return undefined
    // Below 1, since rounding can keep the ratio just under it.
    const options = { threshold: 0.9 }
    const observer = new IntersectionObserver((entries) => {
      setIsInView(entries.every(({ intersectionRatio }) => intersectionRatio >= options.threshold))
    }, options)
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isInView
}

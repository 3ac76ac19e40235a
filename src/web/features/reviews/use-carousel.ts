import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/lib/browser/media-query.ts'
import type { Carousel, Position } from './carousel.ts'

/** The distance below the viewport at which the carousel script is loaded. */
const ahead = { rootMargin: '600px' }

/** A row of slides that advances automatically once its script is loaded, and can be scrolled before. */
export function useCarousel(slideCount: number) {
  const root = useRef<HTMLElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const [carousel, setCarousel] = useState<Carousel>()
  const [position, setPosition] = useState<Position>({ selected: 0, count: slideCount })
  const [chosen, setTurning] = useState<boolean>()
  const reducedMotion = useReducedMotion()
  const turning = chosen ?? !reducedMotion

  useEffect(() => {
    const row = viewport.current
    if (!row) return undefined
    let started: Carousel | undefined
    let isLeft = false

    async function start(element: HTMLElement) {
      const { createCarousel } = await import('./carousel.ts')
      if (isLeft) return
      started = createCarousel(element, { onMove: setPosition, onGrab: () => setTurning(false) })
      setCarousel(started)
    }

    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      start(row).catch(() => {})
    }, ahead)
    observer.observe(row)
    return () => {
      isLeft = true
      observer.disconnect()
      started?.end()
    }
  }, [])

  useEffect(
    () => (turning && root.current ? carousel?.turn(root.current) : undefined),
    [carousel, turning],
  )

  return { root, viewport, carousel, ...position, turning, setTurning }
}

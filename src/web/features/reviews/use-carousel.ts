import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '#web/lib/media-query.ts'

const delayMs = 2500

/**
 * A looping carousel that turns by itself. The plugin is only its clock: when it runs is decided
 * here, because a visitor's own choice must outlast every hover.
 */
export function useCarousel(slideCount: number) {
  const [plugins] = useState(() => [
    Autoplay({ delay: delayMs, playOnInit: false, stopOnFocusIn: false }),
  ])
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'start' }, plugins)
  const [position, setPosition] = useState({ selected: 0, count: slideCount })
  const [chosen, setTurning] = useState<boolean>()
  const reducedMotion = useReducedMotion()
  const turning = chosen ?? !reducedMotion
  const root = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!embla) return undefined
    const update = () =>
      setPosition({ selected: embla.selectedScrollSnap(), count: embla.scrollSnapList().length })
    const takeOver = () => setTurning(false)
    embla.on('init', update).on('select', update).on('reInit', update).on('pointerDown', takeOver)
    return () => {
      embla.off('init', update).off('select', update).off('reInit', update)
      embla.off('pointerDown', takeOver)
    }
  }, [embla])

  useEffect(() => {
    const section = root.current
    const clock = embla?.plugins().autoplay
    if (!section || !clock || !turning) return undefined

    const hold = () => clock.stop()
    const resume = () => {
      const moves = embla.scrollSnapList().length > 1
      if (moves && !section.matches(':hover, :focus-within')) clock.play()
    }
    const reactions = { mouseenter: hold, mouseleave: resume, focusin: hold, focusout: resume }
    for (const [event, react] of Object.entries(reactions)) section.addEventListener(event, react)
    embla.on('reInit', resume)
    resume()
    return () => {
      for (const [event, react] of Object.entries(reactions)) {
        section.removeEventListener(event, react)
      }
      embla.off('reInit', resume)
      hold()
    }
  }, [embla, turning])

  return { root, viewport, embla, ...position, turning, setTurning }
}

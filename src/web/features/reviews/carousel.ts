import EmblaCarousel from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'

export interface Position {
  selected: number
  count: number
}

interface Reactions {
  onMove: (position: Position) => void
  /** The visitor starts to drag the row. */
  onGrab: () => void
}

export type Carousel = ReturnType<typeof createCarousel>

// specification: 'Carousel: 2500 ms'
const delayMs = 2500

/** Makes a row of slides loop. */
export function createCarousel(viewport: HTMLElement, { onMove, onGrab }: Reactions) {
  const slide = viewport.querySelector('li')
  // The position that the visitor has scrolled to.
  const startIndex = slide ? Math.round(viewport.scrollLeft / slide.offsetWidth) : 0
  viewport.scrollLeft = 0
  const clock = Autoplay({ delay: delayMs, playOnInit: false, stopOnFocusIn: false })
  const embla = EmblaCarousel(viewport, { loop: true, align: 'start', startIndex }, [clock])

  const report = () =>
    onMove({ selected: embla.selectedScrollSnap(), count: embla.scrollSnapList().length })
  embla.on('init', report).on('select', report).on('reInit', report).on('pointerDown', onGrab)

  const hold = () => clock.stop()

  /**
   * Advances the row automatically until the returned function is called, but not while the section is
   * hovered or focused. The plugin provides the timer only: it does not know the section.
   */
  function turn(section: HTMLElement): () => void {
    const resume = () => {
      const moves = embla.scrollSnapList().length > 1
      if (moves && !section.matches(':hover, :focus-within')) clock.play()
    }
    const left = new AbortController()
    for (const event of ['mouseenter', 'focusin']) section.addEventListener(event, hold, left)
    for (const event of ['mouseleave', 'focusout']) section.addEventListener(event, resume, left)
    embla.on('reInit', resume)
    resume()
    return () => {
      left.abort()
      embla.off('reInit', resume)
      hold()
    }
  }

  return {
    next: () => embla.scrollNext(),
    previous: () => embla.scrollPrev(),
    goTo: (index: number) => embla.scrollTo(index),
    turn,
    end: () => embla.destroy(),
  }
}

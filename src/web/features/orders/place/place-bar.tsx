import type { ComponentProps, RefObject } from 'react'
import { dollars } from '#contract/formats/formatting.ts'
import { useIsInView } from '#web/lib/browser/use-is-in-view.ts'
import { Button } from '#web/ui/button.tsx'

type PlaceBarProps = Pick<
  ComponentProps<typeof Button>,
  'icon' | 'iconEnd' | 'busy' | 'aria-disabled' | 'onRefuse' | 'children'
> & {
  /** The sums of the order; the bar repeats their total while they are not visible. */
  sums: RefObject<Element | null>
  /** Units or parts, as text. */
  counted: string
  total: number
  /** Whether the bar stays at the end of a phone's screen. */
  isSticky: boolean
  onPlace: () => unknown
}

/** The button that places an order. */
export function PlaceBar(props: PlaceBarProps) {
  const { sums, counted, total, isSticky, onPlace, ...button } = props
  const areSumsInView = useIsInView(sums)
  return (
    <div className="buy-panel__order" data-ready={isSticky}>
      {isSticky && !areSumsInView && (
        <p aria-hidden="true">
          <span className="muted small">{counted}</span>
          <b>{dollars(total)}</b>
        </p>
      )}
      <Button variant="primary" size="large" block onClick={() => onPlace()} {...button} />
    </div>
  )
}

import { unitsText } from '#contract/formats/formatting.ts'
import type { ReactNode } from 'react'

type LargerOrderProps = {
  quantity: number
  /** The part, where there are several. */
  of?: string | undefined
  onTake: (units: number) => void
  /** What a larger order is for. */
  children: ReactNode
}

/** A larger quantity, and the button that takes it. */
export const LargerOrder = ({ quantity, of, onTake, children }: LargerOrderProps) => (
  <p className="larger-order">
    {children}:{' '}
    <button type="button" onClick={() => onTake(quantity)}>
      take {unitsText(quantity)}
      {of && <span className="visually-hidden"> of {of}</span>}
    </button>
  </p>
)

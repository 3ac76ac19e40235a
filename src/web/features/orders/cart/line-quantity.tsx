import { type FocusEvent, type KeyboardEvent, type Ref, useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { cartUnitsMax } from '#contract/cart/cart-lines.ts'
import { inWholePacks, smallestOrder } from '#contract/shared/quantity.ts'
import { StepButton } from '../place/quantity-field.tsx'
import {
  buttonStep,
  parseUnits,
  stepOfKey,
  stepQuantity,
  stripGrouping,
} from '../place/quantity.ts'

type LineQuantityProps = {
  line: CartLine
  inputRef: Ref<HTMLInputElement>
  /** The element that says why the quantity cannot be ordered. */
  problemId: string | undefined
  onChange: (units: number) => void
}

/** The quantity of a line. What is no number of units stays in the field until it loses the focus. */
export function LineQuantity({ line, inputRef, problemId, onChange }: LineQuantityProps) {
  const { quantity, name, part } = line
  const [unread, setUnread] = useState<string>()
  if (!part) return <span className="cart-line__units">{quantity} units</span>
  const stocked = part
  const { packSize = 1 } = stocked
  const smallest = smallestOrder(stocked)
  const most = inWholePacks(stocked.quantity, stocked)

  function type(typed: string) {
    const digits = stripGrouping(typed)
    const units = parseUnits(digits)
    const isUnits = units !== undefined && units > 0 && units <= cartUnitsMax
    setUnread(isUnits ? undefined : digits)
    if (isUnits && units !== quantity) onChange(units)
  }

  function step(by: number) {
    if (most >= smallest) type(stepQuantity(String(quantity), by, stocked))
  }

  function stepByKey(event: KeyboardEvent) {
    const by = stepOfKey(event.key)
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  const by = buttonStep(stocked)
  return (
    <div className="stepper stepper--small">
      <StepButton by={-by} packSize={packSize} isInert={quantity <= smallest} onStep={step} />
      <input
        role="spinbutton"
        aria-label={`Quantity of ${name}`}
        ref={inputRef}
        aria-invalid={unread !== undefined || problemId !== undefined || undefined}
        aria-describedby={problemId}
        aria-valuemin={smallest}
        aria-valuemax={Math.max(most, smallest)}
        aria-valuenow={quantity}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={9}
        value={unread ?? quantity}
        onChange={(event) => type(event.target.value)}
        onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
        onBlur={() => setUnread(undefined)}
        onKeyDown={stepByKey}
      />
      <StepButton by={by} packSize={packSize} isInert={quantity >= most} onStep={step} />
    </div>
  )
}

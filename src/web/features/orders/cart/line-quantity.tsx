import { groupDigits, unitsText } from '#contract/formats/formatting.ts'
import { type FocusEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { cartUnitsMax } from '#contract/cart/cart-lines.ts'
import { inWholePacks, smallestOrder } from '#contract/shared/quantity.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ErrorLine } from '#web/ui/form/field.tsx'
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

/** The quantity of a line. Invalid input stays in the field until blur. */
export function LineQuantity({ line, inputRef, problemId, onChange }: LineQuantityProps) {
  const { quantity, name, part } = line
  const [unread, setUnread] = useState<string>()
  /** Why the last input is not a quantity; it stays to be read when the field has its quantity again. */
  const [refused, setRefused] = useState<string>()
  const refusedId = useId()
  if (!part) return <span className="cart-line__units">{unitsText(quantity)}</span>
  const stocked = part
  const { packSize = 1 } = stocked
  const smallest = smallestOrder(stocked)
  const most = inWholePacks(stocked.quantity, stocked)

  function type(typed: string) {
    const digits = stripGrouping(typed)
    const units = parseUnits(digits)
    const isUnits = units !== undefined && units > 0 && units <= cartUnitsMax
    setUnread(isUnits ? undefined : digits)
    setRefused(isUnits || digits === '' ? undefined : whyNot(digits))
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
    <div className="cart-line__quantity">
      <div className="stepper stepper--small">
        <StepButton by={-by} packSize={packSize} isInert={quantity <= smallest} onStep={step} />
        <input
          role="spinbutton"
          aria-label={`Quantity of ${name}`}
          ref={inputRef}
          aria-invalid={unread !== undefined || problemId !== undefined || undefined}
          aria-describedby={classNames(problemId, refused && refusedId) || undefined}
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
      {refused && (
        <ErrorLine id={refusedId}>
          {refused} It is still {groupDigits(quantity)}.
        </ErrorLine>
      )}
    </div>
  )
}

function whyNot(typed: string) {
  const units = parseUnits(typed)
  if (units === undefined) return `“${typed}” is not a whole number of units.`
  return units === 0
    ? 'At least 1 unit, or remove the part.'
    : `At most ${groupDigits(cartUnitsMax)} units.`
}

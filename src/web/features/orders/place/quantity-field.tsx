import { groupDigits } from '#contract/formats/formatting.ts'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { inWholePacks, smallestOrder, withMinimum } from '#contract/shared/quantity.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { FieldFrame, useControl } from '#web/ui/form/field.tsx'
import { buttonStep, quickQuantities, stepOfKey, stepQuantity } from './quantity.ts'
import type { Quantity } from './use-quantity.ts'

type QuantityFieldProps = {
  quantity: Quantity
  inputRef: Ref<HTMLInputElement>
  /** Beside the minimum. */
  hintEnd: ReactNode
}

/** Number input with step buttons, arrow keys and quick choices. */
export function QuantityField({ quantity, inputRef, hintEnd }: QuantityFieldProps) {
  const { typed, units, product, problem, change } = quantity
  const { packSize = 1 } = product
  const smallest = smallestOrder(product)
  const most = inWholePacks(product.quantity, product)
  const hintId = useId()
  const label = 'Quantity'
  const control = useControl({ label, error: problem, 'aria-describedby': hintId })

  function step(by: number) {
    if (most >= smallest) change(stepQuantity(typed, by, product))
  }

  function stepByKey(event: KeyboardEvent) {
    const by = stepOfKey(event.key)
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  return (
    <>
      <FieldFrame
        id={control.id}
        label={label}
        error={problem}
        labelEnd={
          <span className="field__hint" id={hintId}>
            {withMinimum(specifiedTexts.order.minimum, product)}
            {packSize > 1 && `, in packs of ${groupDigits(packSize)}`}
            {hintEnd}
          </span>
        }
      >
        <div className="stepper">
          <StepButton
            by={-buttonStep(product)}
            packSize={packSize}
            isInert={units <= smallest}
            onStep={step}
          />
          <input
            {...control}
            ref={inputRef}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={12}
            placeholder="0"
            aria-valuemin={smallest}
            aria-valuemax={most}
            aria-valuenow={typed === '' ? undefined : units}
            value={typed}
            onChange={(event) => change(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={stepByKey}
          />
          <StepButton
            by={buttonStep(product)}
            packSize={packSize}
            isInert={units >= most}
            onStep={step}
          />
        </div>
      </FieldFrame>
      <QuickQuantities quantity={quantity} />
    </>
  )
}

type StepButtonProps = {
  /** In packs. */
  by: number
  packSize: number
  isInert: boolean
  onStep: (by: number) => void
}

/** For pointers only: the field itself handles the arrow keys. */
export function StepButton({ by, packSize, isInert, onStep }: StepButtonProps) {
  const Icon = by < 0 ? Minus : Plus
  const units = Math.abs(by) * packSize
  const handleClick = ({ shiftKey }: MouseEvent) => {
    if (!isInert) onStep(by * (shiftKey ? 10 : 1))
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${groupDigits(units)} ${by < 0 ? 'fewer' : 'more'}`}
      aria-disabled={isInert || undefined}
      onClick={handleClick}
    >
      <Icon />
    </button>
  )
}

/** A quick quantity is calculated at once: its total shows below. */
function QuickQuantities({ quantity: { typed, product, choose } }: { quantity: Quantity }) {
  const choices = quickQuantities(product)
  if (choices.length === 0) return null
  return (
    <fieldset className="chips" aria-label="Quick quantities">
      {choices.map((units) => (
        <button
          key={units}
          type="button"
          className="chip"
          aria-pressed={typed === String(units)}
          onClick={() => choose(units)}
        >
          {units === product.quantity ? `All ${groupDigits(units)}` : groupDigits(units)}
        </button>
      ))}
    </fieldset>
  )
}

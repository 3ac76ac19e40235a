import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type Ref, useId } from 'react'
import { quantityMin } from '#contract/shared/quantity.ts'
import { specifiedTexts } from '#web/content/specified-texts.ts'
import { FieldFrame, useControl } from '#web/ui/form/field.tsx'
import { quickQuantities, stepOfKey, stepQuantity } from './quantity.ts'
import type { Quantity } from './use-quantity.ts'

type QuantityFieldProps = {
  quantity: Quantity
  inputRef: Ref<HTMLInputElement>
}

/** Number input with step buttons, arrow keys and quick choices. */
export function QuantityField({ quantity, inputRef }: QuantityFieldProps) {
  const { typed, units, available, problem, change } = quantity
  const hintId = useId()
  const label = 'Quantity'
  const control = useControl({ label, error: problem, 'aria-describedby': hintId })

  function step(by: number) {
    if (available >= quantityMin) change(stepQuantity(typed, by, available))
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
            {specifiedTexts.order.minimum}
          </span>
        }
      >
        <div className="stepper">
          <StepButton by={-1} isInert={units <= quantityMin} onStep={step} />
          <input
            {...control}
            ref={inputRef}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={12}
            placeholder="0"
            aria-valuemin={quantityMin}
            aria-valuemax={available}
            aria-valuenow={typed === '' ? undefined : units}
            value={typed}
            onChange={(event) => change(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={stepByKey}
          />
          <StepButton by={1} isInert={units >= available} onStep={step} />
        </div>
      </FieldFrame>
      <QuickQuantities quantity={quantity} />
    </>
  )
}

type StepButtonProps = {
  by: 1 | -1
  isInert: boolean
  onStep: (by: number) => void
}

/** For pointers only: the field itself handles the arrow keys. */
function StepButton({ by, isInert, onStep }: StepButtonProps) {
  const Icon = by < 0 ? Minus : Plus
  const handleClick = ({ shiftKey }: MouseEvent) => {
    if (!isInert) onStep(by * (shiftKey ? 100 : 10))
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={by < 0 ? '10 fewer' : '10 more'}
      aria-disabled={isInert || undefined}
      onClick={handleClick}
    >
      <Icon />
    </button>
  )
}

function QuickQuantities({ quantity: { typed, available, change } }: { quantity: Quantity }) {
  const choices = quickQuantities(available)
  if (choices.length === 0) return null
  return (
    <fieldset className="chips" aria-label="Quick quantities">
      {choices.map((units) => (
        <button
          key={units}
          type="button"
          className="chip"
          aria-pressed={typed === String(units)}
          onClick={() => change(String(units))}
        >
          {units === available ? `All ${units}` : units}
        </button>
      ))}
    </fieldset>
  )
}

import { Star } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { ErrorLine, type Texts, useControl } from './field.tsx'

const choices = [1, 2, 3, 4, 5]

/** A rating as radio buttons drawn as stars; spread react-hook-form's register() into it. */
export function StarChoice(props: Texts & Omit<ComponentProps<'input'>, 'type' | 'value'>) {
  const { label, hint, error, labelEnd: _, ...input } = props
  const { id, ...control } = useControl({ label, hint, error })
  return (
    <fieldset className="field" {...control}>
      <legend className="field__label">{label}</legend>
      {hint && (
        <div className="field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
      <div className="star-choice">
        {choices.map((choice) => (
          <label key={choice}>
            <input
              {...input}
              className="visually-hidden"
              type="radio"
              value={choice}
              onKeyDown={chooseByDigit}
            />
            <Star />
            <span className="visually-hidden">{choice === 1 ? '1 star' : `${choice} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The digit keys 1 to 5 choose a rating. */
function chooseByDigit({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const group = currentTarget.closest('.star-choice')
  const chosen = group?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(key)}"]`)
  chosen?.focus()
  chosen?.click()
}

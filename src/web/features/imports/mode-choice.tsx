import { useId } from 'react'
import type { ImportMode } from '#contract/imports/imports.ts'

type ModeChoiceProps = {
  mode: ImportMode
  onChange: (mode: ImportMode) => void
  texts: Readonly<Record<ImportMode, string>>
}

/** Whether a file says everything about the parts that it names. */
export function ModeChoice({ mode, onChange, texts }: ModeChoiceProps) {
  const name = useId()
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">What the file says</legend>
      {/* Safe: the keys of the texts. */}
      {(Object.keys(texts) as ImportMode[]).map((value) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={mode === value}
            onChange={() => onChange(value)}
          />{' '}
          {texts[value]}
        </label>
      ))}
    </fieldset>
  )
}

import { useId } from 'react'

type ModeChoiceProps<Mode extends string> = {
  mode: Mode
  onChange: (mode: Mode) => void
  texts: Readonly<Record<Mode, string>>
}

/** Whether a file says everything about the parts that it names. */
export function ModeChoice<Mode extends string>({ mode, onChange, texts }: ModeChoiceProps<Mode>) {
  const name = useId()
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">What the file says</legend>
      {/* Safe: the keys of the texts. */}
      {(Object.keys(texts) as Mode[]).map((value) => (
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

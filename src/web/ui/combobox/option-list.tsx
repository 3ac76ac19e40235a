import './suggestions.css'
import type { ReactNode } from 'react'
import { optionId } from './use-combobox.ts'

type OptionListProps = {
  id: string
  label: string
  options: readonly { key: string; content: ReactNode }[]
  active: number
  onChoose: (option: number) => void
}

/** The options below the input of a combobox. A native list of options has no pictures. */
export const OptionList = ({ id, label, options, active, onChoose }: OptionListProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div className="suggestions" id={id} role="listbox" aria-label={label}>
    {options.map(({ key, content }, index) => (
      // The keyboard reaches options by the input, whose focus a press must not take.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={key}
        id={optionId(id, index)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(index)}
      >
        {content}
      </div>
    ))}
  </div>
)

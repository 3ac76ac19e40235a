import { Search } from 'lucide-react'
import { useId } from 'react'
import { useDebouncedInput } from './use-debounced-input.ts'

const lengthMax = 100

type SearchBoxProps = {
  label: string
  placeholder: string
  value: string
  /** Called after a pause in typing. */
  onSearch: (text: string) => void
}

/** Search as you type; older results never overwrite the input. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const typed = useDebouncedInput(value, onSearch)
  const id = useId()

  return (
    <search className="search-box">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Search />
      <input
        {...typed}
        id={id}
        className="input"
        type="search"
        name="q"
        placeholder={placeholder}
        maxLength={lengthMax}
        autoComplete="off"
        enterKeyHint="search"
      />
      {/* Its text is the placeholder's, which screen readers say. */}
      <p className="search-box__hint" aria-hidden="true">
        {placeholder}
      </p>
    </search>
  )
}

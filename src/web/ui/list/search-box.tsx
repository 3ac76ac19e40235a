import { Search } from 'lucide-react'
import { useId } from 'react'
import { useTyped } from './use-typed.ts'

const lengthMax = 100

type SearchBoxProps = {
  label: string
  placeholder: string
  value: string
  /** Called when the typing has paused. */
  onSearch: (text: string) => void
}

/** A search that follows the typing; what is typed stands even while older results arrive. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const typed = useTyped(value, onSearch)
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
    </search>
  )
}

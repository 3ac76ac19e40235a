import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

const delayMs = 300
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
  const input = useRef<HTMLInputElement>(null)
  const searched = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  // A search that somebody else has changed, such as the browser's Back, is shown.
  useEffect(() => {
    if (!input.current || value === searched.current) return
    clearTimeout(timer.current)
    searched.current = value
    input.current.value = value
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  function handleChange(typed: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      searched.current = typed.trim()
      onSearch(searched.current)
    }, delayMs)
  }

  return (
    <search className="search-box">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Search />
      <input
        ref={input}
        id={id}
        className="input"
        type="search"
        name="q"
        placeholder={placeholder}
        defaultValue={value}
        maxLength={lengthMax}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => handleChange(target.value)}
      />
    </search>
  )
}

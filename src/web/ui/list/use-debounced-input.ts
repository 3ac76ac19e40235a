import { useEffect, useRef } from 'react'

const delayMs = 300

/**
 * Uncontrolled, debounced input: typing never waits for rendering. `onPause` is called after a
 * pause; external changes of the value, such as Back, replace the text.
 */
export function useDebouncedInput(value: string, onPause: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!ref.current || value === reported.current) return
    clearTimeout(timer.current)
    reported.current = value
    ref.current.value = value
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  function handleChange(typed: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      reported.current = typed.trim()
      onPause(reported.current)
    }, delayMs)
  }

  return {
    ref,
    defaultValue: value,
    onChange: ({ target }: { target: HTMLInputElement }) => handleChange(target.value),
  }
}

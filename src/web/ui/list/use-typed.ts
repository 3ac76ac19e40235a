import { useEffect, useRef } from 'react'

const delayMs = 300

/**
 * An input that keeps what is typed to itself, so that typing waits for nothing. `onPause` is called
 * when it has paused; a value that somebody else has changed, such as the browser's Back, is shown.
 */
export function useTyped(value: string, onPause: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (!ref.current || value === told.current) return
    clearTimeout(timer.current)
    told.current = value
    ref.current.value = value
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  function handleChange(typed: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      told.current = typed.trim()
      onPause(told.current)
    }, delayMs)
  }

  return {
    ref,
    defaultValue: value,
    onChange: ({ target }: { target: HTMLInputElement }) => handleChange(target.value),
  }
}

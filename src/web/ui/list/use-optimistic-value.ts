import { useState } from 'react'

/**
 * Shows a choice at once, before its navigation is committed. External changes of the value, such
 * as Back, win.
 */
export function useOptimisticValue<T>(value: T, onChoose: (value: T) => void) {
  const [chosen, setChosen] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setChosen(value)
  }
  const choose = (next: T) => {
    setChosen(next)
    onChoose(next)
  }
  return [chosen, choose] as const
}

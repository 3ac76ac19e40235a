import { useState } from 'react'

/**
 * A choice that shows at once, while what it asks for is still on its way. A value that something
 * else has changed, such as the browser's Back, is shown.
 */
export function useChosen<T>(value: T, onChoose: (value: T) => void) {
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

import { useEffect, useState } from 'react'

const delayMs = 150

/** The trimmed text of an input, after a pause in typing. */
export function useTypedText(input: HTMLInputElement): string {
  const [text, setText] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function handleInput() {
      clearTimeout(timer)
      timer = setTimeout(() => setText(input.value.trim()), input.value ? delayMs : 0)
    }
    // Typing may have begun before this code was loaded.
    handleInput()
    input.addEventListener('input', handleInput)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('input', handleInput)
    }
  }, [input])

  return text
}

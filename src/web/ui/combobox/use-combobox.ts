import { useEffect, useEffectEvent, useState } from 'react'
import { activeAfter, none } from './combobox.ts'

interface ComboboxOptions {
  listId: string
  /** Number of options; without any the list is closed. */
  count: number
  choose: (option: number) => void
}

/** The id of an option's element. */
export const optionId = (listId: string, option: number) => `${listId}-${option}`

/**
 * Keyboard, state and ARIA attributes of an input with a list of options below it, by the pattern
 * of an editable combobox: the focus stays in the input.
 */
export function useCombobox(input: HTMLInputElement, { listId, count, choose }: ComboboxOptions) {
  const [isDismissed, setIsDismissed] = useState(() => document.activeElement !== input)
  const [wanted, setWanted] = useState(none)
  const isOpen = !isDismissed && count > 0
  // Fewer options may have arrived meanwhile.
  const active = isOpen && wanted < count ? wanted : none

  function dismiss(now: boolean) {
    setIsDismissed(now)
    setWanted(none)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // Keys of an input method complete or cancel a word.
    if (event.isComposing) return
    if (event.key === 'Escape') {
      // It would close a dialog around the input too.
      if (isOpen || input.value) event.preventDefault()
      if (isOpen) dismiss(true)
      else setText(input, '')
    } else if (event.key === 'Enter' && active !== none) {
      event.preventDefault()
      choose(active)
    } else {
      const next = activeAfter(event.key, active, count)
      if (next === undefined) return
      event.preventDefault()
      setIsDismissed(false)
      setWanted(next)
    }
  })
  const handleInput = useEffectEvent(() => dismiss(false))
  const handleBlur = useEffectEvent(() => dismiss(true))

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    input.addEventListener('keydown', (event) => handleKey(event), { signal })
    input.addEventListener('input', () => handleInput(), { signal })
    input.addEventListener('blur', () => handleBlur(), { signal })
    return () => listening.abort()
  }, [input])

  useEffect(() => {
    input.setAttribute('aria-expanded', String(isOpen))
    if (active === none) {
      input.removeAttribute('aria-activedescendant')
      return
    }
    const id = optionId(listId, active)
    input.setAttribute('aria-activedescendant', id)
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [input, isOpen, active, listId])

  return { isOpen, active }
}

/** Sets the text as if it was typed. */
export function setText(input: HTMLInputElement, text: string) {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

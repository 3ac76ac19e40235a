import { useRef, useState } from 'react'

/**
 * Runs one call at a time; ignores further calls meanwhile. The lock is synchronous, because a
 * second press can precede the rendered busy state.
 */
export function useSingleFlight<Args extends unknown[]>(task: (...args: Args) => unknown) {
  const locked = useRef(false)
  const [busy, setBusy] = useState(false)

  async function run(...args: Args) {
    if (locked.current) return
    locked.current = true
    try {
      const result = task(...args)
      if (!(result instanceof Promise)) return
      setBusy(true)
      await result
    } finally {
      locked.current = false
      setBusy(false)
    }
  }

  return [run, busy] as const
}

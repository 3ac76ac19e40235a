import { useRef, useState } from 'react'

/**
 * Runs one call at a time: while one is under way further calls are ignored. The lock is taken
 * synchronously, because a second press can come before the busy state has been drawn.
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
